import { sql, type Kysely } from 'kysely';

/** Models, agents, messages, approvals, tokens and the audit log; runs of models beside those of the Operator. */
export async function addModelAgents(database: Kysely<unknown>): Promise<void> {
  for (const statement of [...newTables, ...sessionColumns, ...rebuiltRuns])
    await sql.raw(statement).execute(database);
}

const newTables = [
  `CREATE TABLE models (
    model_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    provider TEXT NOT NULL CHECK (provider IN ('anthropic', 'openai', 'google', 'openai_compatible')),
    provider_model TEXT NOT NULL,
    base_url TEXT,
    api_key_sealed TEXT,
    accepts_images INTEGER CHECK (accepts_images IN (0, 1)),
    last_test_json TEXT,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE agents (
    agent_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    model_id TEXT NOT NULL REFERENCES models (model_id),
    instructions TEXT NOT NULL,
    tool_groups_json TEXT NOT NULL,
    budget_json TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX agents_by_model ON agents (model_id)`,
  `CREATE TABLE api_tokens (
    token_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    scopes_json TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    last_used_at TEXT
  ) STRICT`,
  `CREATE TABLE audit_entries (
    audit_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    actor_kind TEXT NOT NULL CHECK (actor_kind IN ('owner', 'token', 'device', 'server')),
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX audit_entries_by_action ON audit_entries (action, audit_id)`,
  `CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'The audit log is append-only.'); END`,
];

const sessionColumns = [
  `ALTER TABLE web_sessions ADD COLUMN session_id TEXT NOT NULL DEFAULT ''`,
  `UPDATE web_sessions SET session_id = 'session-' || lower(hex(randomblob(12)))`,
  `CREATE UNIQUE INDEX web_sessions_by_id ON web_sessions (session_id)`,
  `ALTER TABLE web_sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE web_sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE web_sessions ADD COLUMN last_seen_at TEXT NOT NULL DEFAULT ''`,
  `UPDATE web_sessions SET last_seen_at = created_at`,
];

/** A CHECK cannot be changed in place. What refers to runs moves first, so that no cascade fires. */
const rebuiltRuns = [
  `CREATE TABLE next_runs (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    agent TEXT NOT NULL CHECK (agent IN ('operator', 'model')),
    agent_name TEXT NOT NULL,
    agent_id TEXT,
    model_json TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'waiting', 'stopped', 'succeeded', 'failed')),
    reason TEXT,
    ended_by TEXT,
    environment_json TEXT NOT NULL,
    tools_json TEXT NOT NULL,
    budget_json TEXT,
    approval TEXT NOT NULL CHECK (approval IN ('none', 'each_input', 'purpose')),
    usage_json TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT
  ) STRICT`,
  `INSERT INTO next_runs SELECT sequence, run_id, thread_id, agent, 'Operator', NULL, NULL, state, reason,
    CASE state WHEN 'failed' THEN 'server' WHEN 'stopped' THEN 'person' WHEN 'succeeded' THEN 'person' END,
    environment_json, tools_json, NULL, 'none', '{"steps":0,"input_tokens":0,"output_tokens":0}', started_at, ended_at
    FROM runs`,
  `CREATE TABLE next_tool_calls (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    call_id TEXT NOT NULL,
    run_id TEXT NOT NULL REFERENCES next_runs (run_id) ON DELETE CASCADE,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    call_json TEXT NOT NULL,
    alias TEXT,
    operation_id TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'finished')),
    result_json TEXT,
    started_at TEXT NOT NULL,
    duration_ms INTEGER,
    UNIQUE (run_id, call_id)
  ) STRICT`,
  `INSERT INTO next_tool_calls SELECT sequence, call_id, run_id, thread_id, sequence, call_json, alias, operation_id, state,
    result_json, started_at, duration_ms FROM tool_calls`,
  `CREATE TABLE next_attachments (
    attachment_id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    run_id TEXT REFERENCES next_runs (run_id) ON DELETE SET NULL,
    sha256 TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    removed_at TEXT
  ) STRICT`,
  `INSERT INTO next_attachments SELECT attachment_id, thread_id, run_id, sha256, mime_type, width, height, size_bytes,
    created_at, expires_at, removed_at FROM attachments`,
  `DROP TABLE tool_calls`,
  `DROP TABLE attachments`,
  `DROP TABLE runs`,
  `ALTER TABLE next_runs RENAME TO runs`,
  `ALTER TABLE next_tool_calls RENAME TO tool_calls`,
  `ALTER TABLE next_attachments RENAME TO attachments`,
  `CREATE INDEX runs_by_thread ON runs (thread_id, sequence)`,
  `CREATE INDEX tool_calls_by_thread ON tool_calls (thread_id, position)`,
  `CREATE INDEX attachments_by_thread ON attachments (thread_id)`,
  `CREATE INDEX attachments_by_digest ON attachments (sha256)`,
  `CREATE INDEX attachments_by_expiry ON attachments (removed_at, expires_at)`,
  `CREATE TABLE messages (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id TEXT NOT NULL UNIQUE,
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'reasoning', 'notice')),
    text TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('streaming', 'finished', 'cut')),
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX messages_by_thread ON messages (thread_id, position)`,
  `CREATE INDEX messages_by_run ON messages (run_id, state)`,
  `CREATE TABLE approvals (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    approval_id TEXT NOT NULL UNIQUE,
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    call_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('each_input', 'purpose')),
    purpose TEXT,
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'expired', 'cancelled')),
    same_desktop INTEGER NOT NULL CHECK (same_desktop IN (0, 1)),
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    decided_at TEXT
  ) STRICT`,
  `CREATE INDEX approvals_by_thread ON approvals (thread_id, sequence)`,
  `CREATE INDEX approvals_by_run ON approvals (run_id, state)`,
];
