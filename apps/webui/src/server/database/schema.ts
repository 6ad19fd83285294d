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
};

/** One row at most: `owner_id` is always 1. */
type OwnerTable = { owner_id: number; password_hash: string; created_at: string };

type OneTimeLinkTable = {
  token_hash: string;
  purpose: 'setup' | 'sign_in';
  expires_at: string;
};

type WebSessionTable = { token_hash: string; created_at: string; expires_at: string };

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
  agent: 'operator';
  state: 'queued' | 'running' | 'waiting' | 'stopped' | 'succeeded' | 'failed';
  reason: string | null;
  environment_json: string;
  tools_json: string;
  started_at: string;
  ended_at: string | null;
};

type ToolCallTable = {
  /** Order of creation. */
  sequence: Generated<number>;
  /** Unique within its run. */
  call_id: string;
  run_id: string;
  thread_id: string;
  call_json: string;
  alias: string | null;
  /** The EIP operation that carries it, for the receipt. */
  operation_id: string | null;
  state: 'running' | 'finished';
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
