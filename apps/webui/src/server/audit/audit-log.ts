import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../shared/access.ts';
import { uninvitedActions, type AuditAction, type AuditKind } from '../../shared/audit.ts';
import type { Clock } from '../clock.ts';
import { claimedText } from '../devices/claimed-text.ts';
import { createAuditRepository } from './audit-repository.ts';
import type { Database } from '../database/connection.ts';

const keptEntries = 50_000;
const keptUninvited = 1000;
/** Between looks at what is too old; the log is longer than it may be by less than this. */
const addedBetweenSweeps = 50;
const maxNameLength = 80;
const maxSubjectLength = 200;
const maxDetailLength = 500;

type AuditActor = {
  readonly kind: AuditEntry['actor_kind'];
  /** Of a token or device; the others have none. */
  readonly name?: string;
  readonly address?: string;
};

type Origin =
  /** Who asked, and from where, is taken from the request. */
  { readonly request: FastifyRequest } | { readonly actor: AuditActor };

type AuditRecord = Origin & {
  readonly action: AuditAction;
  /** Id of the thing. */
  readonly subject?: string;
  /** In plain words; never a secret, nor anything that was typed. */
  readonly detail?: string;
};

/** What happened to trust: append-only and bounded. */
export type AuditLog = {
  /**
   * Writes one entry, its texts as single bounded lines. What cannot be written goes to the server's log: an action
   * that is done is never answered as failed. Call it after the transaction of the action, never inside it.
   */
  record(entry: AuditRecord): Promise<void>;
  /** The newest first, `limit` of them, older than the entry `before`. */
  page(request: {
    before?: number | undefined;
    kind?: AuditKind | undefined;
    limit: number;
  }): Promise<AuditEntry[]>;
};

type AuditParts = { readonly database: Database; readonly clock: Clock; readonly log: FastifyBaseLogger };

export function createAuditLog({ database, clock, log }: AuditParts): AuditLog {
  const entries = createAuditRepository(database);
  let sinceSweep = addedBetweenSweeps;
  const write = async (record: AuditRecord) => {
    const actor = 'actor' in record ? record.actor : actorOf(record.request);
    await entries.add({
      at: clock.now().toISOString(),
      actor_kind: actor.kind,
      actor_name: claimedText(actor.name ?? '', maxNameLength),
      action: record.action,
      subject: claimedText(record.subject ?? '', maxSubjectLength),
      detail: claimedText(record.detail ?? '', maxDetailLength),
      address: claimedText(actor.address ?? '', maxNameLength),
    });
    sinceSweep += 1;
    if (sinceSweep < addedBetweenSweeps) return;
    sinceSweep = 0;
    // Someone outside must not push out what the owner did.
    await entries.keepNewest(keptUninvited, uninvitedActions);
    await entries.keepNewest(keptEntries);
  };
  return {
    async record(entry) {
      try {
        await write(entry);
      } catch (error) {
        log.error({ err: error, action: entry.action }, 'audit entry not written');
      }
    },
    page: (request) => entries.page(request),
  };
}

/** Who nobody knows is told of by the server. */
function actorOf(request: FastifyRequest): AuditActor {
  const { caller, ip: address } = request;
  if (caller === null) return { kind: 'server', address };
  return caller.kind === 'owner'
    ? { kind: 'owner', address }
    : { kind: 'token', name: caller.token.name, address };
}
