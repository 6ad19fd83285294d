import { auditActions, type AuditKind } from '../../shared/audit.ts';
import type { AuditEntry } from '../../shared/access.ts';
import type { Database } from '../database/connection.ts';

type PageRequest = {
  readonly before?: number | undefined;
  readonly kind?: AuditKind | undefined;
  readonly limit: number;
};

/** Entries are added and, beyond a number, forgotten, the oldest first; never changed. */
export type AuditRepository = {
  add(entry: Omit<AuditEntry, 'audit_id'>): Promise<void>;
  /** The newest first. */
  page(request: PageRequest): Promise<AuditEntry[]>;
  /** Keeps the newest `count` entries, of these actions only when they are given. */
  keepNewest(count: number, actions?: readonly string[]): Promise<void>;
};

export function createAuditRepository(database: Database): AuditRepository {
  return {
    async add(entry) {
      await database.insertInto('audit_entries').values(entry).execute();
    },
    async page({ before, kind, limit }) {
      let rows = database.selectFrom('audit_entries').selectAll().orderBy('audit_id', 'desc').limit(limit);
      if (before !== undefined) rows = rows.where('audit_id', '<', before);
      if (kind !== undefined) rows = rows.where('action', 'in', actionsOf(kind));
      return rows.execute();
    },
    async keepNewest(count, actions) {
      let newest = database.selectFrom('audit_entries').select('audit_id').orderBy('audit_id', 'desc');
      if (actions !== undefined) newest = newest.where('action', 'in', actions);
      const firstTooOld = await newest.offset(count).limit(1).executeTakeFirst();
      if (firstTooOld === undefined) return;
      let tooOld = database.deleteFrom('audit_entries').where('audit_id', '<=', firstTooOld.audit_id);
      if (actions !== undefined) tooOld = tooOld.where('action', 'in', actions);
      await tooOld.execute();
    },
  };
}

const actionsOf = (kind: AuditKind): string[] =>
  Object.entries(auditActions).flatMap(([action, { kind: group }]) => (group === kind ? [action] : []));
