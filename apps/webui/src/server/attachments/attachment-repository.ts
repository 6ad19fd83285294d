import type { Database } from '../database/connection.ts';

export type StoredAttachment = {
  readonly attachment_id: string;
  readonly thread_id: string;
  readonly run_id: string | null;
  readonly sha256: string;
  readonly mime_type: string;
  readonly width: number;
  readonly height: number;
  readonly size_bytes: number;
  readonly created_at: string;
  readonly expires_at: string;
  /** Set once the file is no longer kept for this row. */
  readonly removed_at: string | null;
};

export type AttachmentRepository = {
  insert(attachment: StoredAttachment): Promise<void>;
  find(threadId: string, attachmentId: string): Promise<StoredAttachment | undefined>;
  /** Those whose file is kept, the oldest first. */
  listKept(): Promise<StoredAttachment[]>;
  markExpired(now: Date): Promise<void>;
  markRemoved(attachmentId: string, now: Date): Promise<void>;
};

export function createAttachmentRepository(database: Database): AttachmentRepository {
  const rows = () => database.selectFrom('attachments').selectAll();
  const kept = () => database.updateTable('attachments').where('removed_at', 'is', null);
  return {
    async insert(attachment) {
      await database.insertInto('attachments').values(attachment).execute();
    },
    async find(threadId, attachmentId) {
      return rows()
        .where('thread_id', '=', threadId)
        .where('attachment_id', '=', attachmentId)
        .executeTakeFirst();
    },
    async listKept() {
      const order = rows().where('removed_at', 'is', null).orderBy('created_at').orderBy('attachment_id');
      return order.execute();
    },
    async markExpired(now) {
      const at = now.toISOString();
      await kept().set({ removed_at: at }).where('expires_at', '<=', at).execute();
    },
    async markRemoved(attachmentId, now) {
      await kept().set({ removed_at: now.toISOString() }).where('attachment_id', '=', attachmentId).execute();
    },
  };
}
