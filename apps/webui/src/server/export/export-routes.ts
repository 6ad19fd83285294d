import { Readable } from 'node:stream';
import * as z from 'zod';
import type { AppContext } from '../app-context.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { HttpApp } from '../http/http-app.ts';
import { readTranscript } from '../threads/transcript-routes.ts';
import { exportDocument } from './export-document.ts';

type ExportContext = Pick<AppContext, 'audit' | 'clock' | 'database' | 'events'> & {
  readonly attachments: Attachments;
};

const config = { answers: { 200: { description: 'One self-contained file.', type: 'text/html' } } } as const;
const schema = {
  summary: 'Export a conversation',
  params: z.strictObject({ thread_id: z.string() }),
};

/** `GET /api/threads/{id}/export`: the whole conversation as one HTML file with its images. */
export function registerExportRoutes(app: HttpApp, context: ExportContext): void {
  app.get('/api/threads/:thread_id/export', { config, schema }, async (request, reply) => {
    const { thread_id: threadId } = request.params;
    const transcript = await readTranscript(threadId, context);
    const now = context.clock.now();
    const { title } = transcript.thread;
    await context.audit.record({
      request,
      action: 'conversation.exported',
      subject: threadId,
      detail: `“${title}”.`,
    });
    const text = exportDocument(transcript, {
      now,
      async loadImage(attachmentId) {
        const found = await context.attachments.find(threadId, attachmentId);
        if (found?.state !== 'kept') return null;
        return { mimeType: found.attachment.mime_type, bytes: found.bytes };
      },
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(title, now)}"`)
      .send(Readable.from(text, { objectMode: false }));
  });
}

const maxNameLength = 60;

/** Such as `conversation-fix-the-build-2026-05-04.html`: only letters that every file system takes. */
export function fileName(title: string, now: Date): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replaceAll(/^-+|-+$/g, '');
  return (
    ['conversation', words, now.toISOString().slice(0, 10)].filter((part) => part !== '').join('-') + '.html'
  );
}
