import * as z from 'zod';
import type { AppContext } from '../app-context.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { StoredAttachment } from './attachment-repository.ts';
import type { Attachments } from './attachments.ts';

const paramsSchema = z.strictObject({ thread_id: z.string(), attachment_id: z.string() });
const querySchema = z.strictObject({ download: z.string().optional() });

// The device says what its bytes are; only these are ever shown, as anything else could run in the browser.
const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

const answers = {
  200: { description: 'The image, as PNG, JPEG or WebP.', type: 'image/*' },
  304: { description: 'The image that `If-None-Match` names is the newest.' },
} as const;

type AttachmentRouteContext = Pick<AppContext, 'clock'> & { readonly attachments: Attachments };

export function registerAttachmentRoutes(app: HttpApp, { attachments, clock }: AttachmentRouteContext): void {
  app.get(
    '/api/threads/:thread_id/attachments/:attachment_id',
    {
      config: { problems: ['attachment_expired'], answers },
      schema: { summary: 'Read an image', params: paramsSchema, querystring: querySchema },
    },
    async (request, reply) => {
      const found = await attachments.find(request.params.thread_id, request.params.attachment_id);
      if (found === undefined) throw new ProblemError('not_found', 'This conversation has no such image.');
      if (found.state === 'expired') {
        throw new ProblemError(
          'attachment_expired',
          'This image is no longer kept. Observe again for a new one.',
        );
      }
      const { attachment, bytes } = found;
      const etag = `"${attachment.sha256}"`;
      const secondsLeft = Math.floor((Date.parse(attachment.expires_at) - clock.now().getTime()) / 1000);
      void reply
        .header('cache-control', `private, immutable, max-age=${Math.max(0, secondsLeft)}`)
        .header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const disposition = request.query.download === undefined ? 'inline' : 'attachment';
      return reply
        .header('content-disposition', `${disposition}; filename="${fileName(attachment)}"`)
        .type(extensions.has(attachment.mime_type) ? attachment.mime_type : 'application/octet-stream')
        .send(Buffer.from(bytes));
    },
  );
}

/** Such as `screenshot-2026-05-04T10-20-30Z.jpg`: the time of capture on the Host, nothing the device made up. */
function fileName(attachment: StoredAttachment): string {
  const time = attachment.created_at.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-');
  return `screenshot-${time}.${extensions.get(attachment.mime_type) ?? 'bin'}`;
}
