import type { Attachment } from '../../shared/computer-tools.ts';
import type { CoreContext } from '../core-context.ts';
import { createTurns } from '../runs/turns.ts';
import type { AttachmentFiles } from './attachment-files.ts';
import {
  createAttachmentRepository,
  type AttachmentRepository,
  type StoredAttachment,
} from './attachment-repository.ts';

export type AttachmentLimits = { readonly retentionMs: number; readonly maxBytes: number };

export const defaultAttachmentLimits: AttachmentLimits = {
  retentionMs: 24 * 60 * 60 * 1000,
  maxBytes: 2 * 1024 ** 3,
};

/** A screenshot as the agent received it. */
type CapturedImage = {
  readonly threadId: string;
  readonly runId: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
};

type FoundAttachment =
  | { readonly state: 'kept'; readonly attachment: StoredAttachment; readonly bytes: Uint8Array }
  | { readonly state: 'expired' };

/** The display copies of screenshots. They may expire at any time; nothing else depends on them. */
export type Attachments = {
  /** `null` when it could not be stored: the observation stands all the same. Never rejects. */
  store(image: CapturedImage): Promise<Attachment | null>;
  /** `undefined` when this thread never had it. */
  find(threadId: string, attachmentId: string): Promise<FoundAttachment | undefined>;
  /** Lets go of what is too old or too much, the oldest first, and removes every file that no row keeps. */
  sweep(): Promise<void>;
};

type Options = {
  readonly context: Pick<CoreContext, 'database' | 'clock' | 'random' | 'log'>;
  readonly files: AttachmentFiles;
  readonly limits: AttachmentLimits;
};

export function createAttachments({ context, files, limits }: Options): Attachments {
  const { clock, log } = context;
  const repository = createAttachmentRepository(context.database);
  // A sweep must not remove a file between its writing and its row.
  const inTurn = createTurns();
  return {
    async store(image) {
      const attachment = describeImage(image, { context, retentionMs: limits.retentionMs });
      try {
        await inTurn(async () => {
          await files.write(image.sha256, image.bytes);
          await repository.insert(attachment);
        });
        return publicPart(attachment);
      } catch (error) {
        log.warn({ err: error, run_id: image.runId }, 'the display copy of a screenshot could not be stored');
        return null;
      }
    },
    async find(threadId, attachmentId) {
      const attachment = await repository.find(threadId, attachmentId);
      if (attachment === undefined) return undefined;
      const isOver = attachment.removed_at !== null || attachment.expires_at <= clock.now().toISOString();
      const bytes = isOver ? undefined : await files.read(attachment.sha256);
      return bytes === undefined ? { state: 'expired' } : { state: 'kept', attachment, bytes };
    },
    sweep: () =>
      inTurn(async () => {
        const now = clock.now();
        await repository.markExpired(now);
        const kept = await keepWithin(limits.maxBytes, { repository, now });
        for (const name of await files.list()) if (!kept.has(name)) await files.remove(name);
      }),
  };
}

/** Marks the oldest as removed until what remains fits; gives the digests that remain. */
async function keepWithin(
  maxBytes: number,
  { repository, now }: { repository: AttachmentRepository; now: Date },
): Promise<Set<string>> {
  const kept = new Set<string>();
  let total = 0;
  for (const attachment of (await repository.listKept()).reverse()) {
    if (kept.has(attachment.sha256)) continue;
    total += attachment.size_bytes;
    if (total <= maxBytes) kept.add(attachment.sha256);
    else await repository.markRemoved(attachment.attachment_id, now);
  }
  return kept;
}

function describeImage(
  image: CapturedImage,
  { context, retentionMs }: { context: Options['context']; retentionMs: number },
): StoredAttachment {
  const now = context.clock.now();
  return {
    attachment_id: `att-${context.random.uuid()}`,
    thread_id: image.threadId,
    run_id: image.runId,
    sha256: image.sha256,
    mime_type: image.mimeType,
    width: image.width,
    height: image.height,
    size_bytes: image.bytes.byteLength,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + retentionMs).toISOString(),
    removed_at: null,
  };
}

function publicPart(attachment: StoredAttachment): Attachment {
  const { attachment_id, sha256, mime_type, width, height, size_bytes, expires_at } = attachment;
  return { attachment_id, sha256, mime_type, width, height, size_bytes, expires_at };
}
