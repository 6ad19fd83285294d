import type { Approval } from '../../shared/approvals.ts';
import type { Database } from '../database/connection.ts';

export type ApprovalRepository = {
  insert(approval: Approval): Promise<void>;
  find(approvalId: string): Promise<Approval | undefined>;
  update(change: Pick<Approval, 'approval_id' | 'state' | 'same_desktop' | 'decided_at'>): Promise<void>;
  /** In the order in which they were asked. */
  listByThread(threadId: string): Promise<Approval[]>;
  listPending(runId: string): Promise<Approval[]>;
};

export function createApprovalRepository(database: Database): ApprovalRepository {
  const rows = () => database.selectFrom('approvals').selectAll().orderBy('sequence');
  return {
    async insert({ same_desktop, ...approval }) {
      await database
        .insertInto('approvals')
        .values({ ...approval, same_desktop: Number(same_desktop) })
        .execute();
    },
    async find(approvalId) {
      const row = await rows().where('approval_id', '=', approvalId).executeTakeFirst();
      return row === undefined ? undefined : approvalOf(row);
    },
    async update({ approval_id, same_desktop, ...change }) {
      await database
        .updateTable('approvals')
        .set({ ...change, same_desktop: Number(same_desktop) })
        .where('approval_id', '=', approval_id)
        .execute();
    },
    async listByThread(threadId) {
      return (await rows().where('thread_id', '=', threadId).execute()).map(approvalOf);
    },
    async listPending(runId) {
      const found = await rows().where('run_id', '=', runId).where('state', '=', 'pending').execute();
      return found.map(approvalOf);
    },
  };
}

type ApprovalRow = Omit<Approval, 'same_desktop'> & { same_desktop: number };

function approvalOf(row: ApprovalRow): Approval {
  const { approval_id, run_id, thread_id, call_id, kind, purpose, state } = row;
  const { created_at, expires_at, decided_at, same_desktop } = row;
  return {
    approval_id,
    run_id,
    thread_id,
    call_id,
    kind,
    purpose,
    state,
    same_desktop: same_desktop === 1,
    created_at,
    expires_at,
    decided_at,
  };
}
