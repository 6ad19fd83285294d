import type { Generated } from 'kysely';

/**
 * Row shapes. Times are ISO 8601 UTC text (they sort as text), booleans 0/1. A column ending in `_json` holds JSON that
 * its repository parses with the shared zod schema (`parseJson`).
 */
export type Schema = {
  owner: OwnerTable;
  one_time_links: OneTimeLinkTable;
  web_sessions: WebSessionTable;
  pairings: PairingTable;
  devices: DeviceTable;
  events: EventTable;
  projects: ProjectTable;
  threads: ThreadTable;
  runs: RunTable;
  tool_calls: ToolCallTable;
  attachments: AttachmentTable;
  messages: MessageTable;
  approvals: ApprovalTable;
  models: ModelTable;
  agents: AgentTable;
  api_tokens: ApiTokenTable;
  audit_entries: AuditEntryTable;
};

/** One row at most: `owner_id` is always 1. */
type OwnerTable = { owner_id: number; password_hash: string; created_at: string };

type OneTimeLinkTable = {
  token_hash: string;
  purpose: 'setup' | 'sign_in';
  expires_at: string;
};

type WebSessionTable = {
  token_hash: string;
  /** Names it in lists; says nothing of the token. */
  session_id: string;
  address: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
};

type PairingTable = {
  pairing_id: string;
  /** SHA-256 of the daemon's credential; the credential itself is never stored. */
  credential_hash: string;
  /** The daemon's own id for itself, a claim. */
  claimed_device_id: string;
  name: string;
  address: string;
  status: 'pending' | 'rejected';
  created_at: string;
  expires_at: string;
};

type DeviceTable = {
  device_id: string;
  credential_hash: string;
  claimed_device_id: string;
  name: string;
  status: 'active' | 'revoked';
  address: string;
  paired_at: string;
  last_seen_at: string | null;
  desktop_json: string | null;
};

type EventTable = { event_id: Generated<number>; event_json: string; created_at: string };

type ProjectTable = { project_id: string; name: string; configuration_json: string; created_at: string };

type ThreadTable = {
  thread_id: string;
  project_id: string | null;
  title: string;
  configuration_json: string;
  created_at: string;
  updated_at: string;
};

type RunTable = {
  /** Order of creation. */
  sequence: Generated<number>;
  run_id: string;
  thread_id: string;
  agent: 'operator' | 'model';
  agent_name: string;
  /** Of the saved agent, which may be gone. */
  agent_id: string | null;
  model_json: string | null;
  state: 'queued' | 'running' | 'waiting' | 'stopped' | 'succeeded' | 'failed';
  reason: string | null;
  ended_by:
    | 'person'
    | 'agent'
    | 'budget_steps'
    | 'budget_tokens'
    | 'budget_wall_time'
    | 'model'
    | 'idle'
    | 'server'
    | null;
  environment_json: string;
  tools_json: string;
  budget_json: string | null;
  approval: 'none' | 'each_input' | 'purpose';
  usage_json: string;
  started_at: string;
  ended_at: string | null;
  /** Made by whoever asked for the run; unique within its thread. */
  request_id: string | null;
  /** SHA-256 of what was asked. */
  request_digest: string | null;
};

type ToolCallTable = {
  /** Order of creation. */
  sequence: Generated<number>;
  /** Unique within its run. */
  call_id: string;
  run_id: string;
  thread_id: string;
  /** Order among the messages and calls of the thread. */
  position: number;
  call_json: string;
  alias: string | null;
  /** The EIP operation that carries it, for the receipt. */
  operation_id: string | null;
  state: 'waiting' | 'running' | 'finished';
  result_json: string | null;
  started_at: string;
  duration_ms: number | null;
};

type AttachmentTable = {
  attachment_id: string;
  thread_id: string;
  run_id: string | null;
  /** Names the file; several attachments may share one. */
  sha256: string;
  mime_type: string;
  width: number;
  height: number;
  size_bytes: number;
  created_at: string;
  expires_at: string;
  /** Set when the file was swept; the row stays so that the transcript can say so. */
  removed_at: string | null;
};

type MessageTable = {
  /** Order of creation. */
  sequence: Generated<number>;
  message_id: string;
  run_id: string;
  thread_id: string;
  position: number;
  role: 'user' | 'assistant' | 'reasoning' | 'notice';
  text: string;
  state: 'streaming' | 'finished' | 'cut';
  created_at: string;
};

type ApprovalTable = {
  /** Order of creation. */
  sequence: Generated<number>;
  approval_id: string;
  run_id: string;
  thread_id: string;
  call_id: string;
  kind: 'each_input' | 'purpose';
  purpose: string | null;
  state: 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled';
  same_desktop: number;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
};

type ModelTable = {
  model_id: string;
  name: string;
  provider: 'anthropic' | 'openai' | 'google' | 'openai_compatible';
  provider_model: string;
  base_url: string | null;
  /** AES-256-GCM under the key file of the data directory. */
  api_key_sealed: string | null;
  accepts_images: number | null;
  last_test_json: string | null;
  created_at: string;
};

type AgentTable = {
  agent_id: string;
  name: string;
  model_id: string;
  instructions: string;
  tool_groups_json: string;
  budget_json: string;
  created_at: string;
};

type ApiTokenTable = {
  token_id: string;
  name: string;
  token_hash: string;
  scopes_json: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
};

type AuditEntryTable = {
  audit_id: Generated<number>;
  at: string;
  actor_kind: 'owner' | 'token' | 'device' | 'server';
  actor_name: string;
  action: string;
  subject: string;
  detail: string;
  address: string;
};
