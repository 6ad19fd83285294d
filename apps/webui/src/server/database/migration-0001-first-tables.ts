import { sql, type Kysely } from 'kysely';

export async function createFirstTables(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `CREATE TABLE owner (
    owner_id INTEGER PRIMARY KEY CHECK (owner_id = 1),
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE one_time_links (
    token_hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'sign_in')),
    expires_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE web_sessions (
    token_hash TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE pairings (
    pairing_id TEXT PRIMARY KEY,
    credential_hash TEXT NOT NULL UNIQUE,
    claimed_device_id TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'rejected')),
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE devices (
    device_id TEXT PRIMARY KEY,
    credential_hash TEXT NOT NULL UNIQUE,
    claimed_device_id TEXT NOT NULL,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'revoked')),
    address TEXT NOT NULL,
    paired_at TEXT NOT NULL,
    last_seen_at TEXT,
    desktop_json TEXT
  ) STRICT`,
  // AUTOINCREMENT: an id is never used again, also after the newest rows are pruned.
  `CREATE TABLE events (
    event_id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_json TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE projects (
    project_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    configuration_json TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE threads (
    thread_id TEXT PRIMARY KEY,
    project_id TEXT REFERENCES projects (project_id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    configuration_json TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX threads_by_project ON threads (project_id)`,
  `CREATE TABLE runs (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    agent TEXT NOT NULL CHECK (agent IN ('operator')),
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'waiting', 'stopped', 'succeeded', 'failed')),
    reason TEXT,
    environment_json TEXT NOT NULL,
    tools_json TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT
  ) STRICT`,
  `CREATE INDEX runs_by_thread ON runs (thread_id, sequence)`,
  `CREATE TABLE tool_calls (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    call_id TEXT NOT NULL,
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    call_json TEXT NOT NULL,
    alias TEXT,
    operation_id TEXT,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished')),
    result_json TEXT,
    started_at TEXT NOT NULL,
    duration_ms INTEGER,
    UNIQUE (run_id, call_id)
  ) STRICT`,
  `CREATE INDEX tool_calls_by_thread ON tool_calls (thread_id, sequence)`,
  `CREATE TABLE attachments (
    attachment_id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads (thread_id) ON DELETE CASCADE,
    run_id TEXT REFERENCES runs (run_id) ON DELETE SET NULL,
    sha256 TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    removed_at TEXT
  ) STRICT`,
  `CREATE INDEX attachments_by_thread ON attachments (thread_id)`,
  `CREATE INDEX attachments_by_digest ON attachments (sha256)`,
  `CREATE INDEX attachments_by_expiry ON attachments (removed_at, expires_at)`,
] as const;
