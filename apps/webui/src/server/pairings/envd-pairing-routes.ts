import { formatTimestamp } from '@harness-desktop/eip-protocol';
import * as z from 'zod';
import type { CoreContext } from '../core-context.ts';
import { createAttemptLimit } from '../http/attempt-limit.ts';
import type { HttpApp } from '../http/http-app.ts';
import { siteOrigin } from '../http/site-address.ts';
import type { PairingAnswer, PairingDesk } from './pairing-desk.ts';
import { requirePairingIdentity, type PairingIdentity } from './pairing-identity.ts';

const pollAfterSeconds = 2;
const bodySchema = z.strictObject({
  device_id: z.string().min(1).max(256),
  name: z.string().min(1).max(1024),
});
const problems = [
  'device_revoked',
  'device_pairing_rejected',
  'device_pairing_conflict',
  'device_pairing_not_found',
  'device_pairing_capacity',
] as const;
/** The wire of 0.1 daemons. */
const answerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('pending'),
    challenge: z.object({
      device_id: z.string(),
      name: z.string(),
      pairing_id: z.string(),
      verification_code: z.string(),
      expires_at: z.string(),
    }),
    approval_url: z.string(),
    poll_after_seconds: z.int(),
  }),
  z.object({ status: z.literal('approved'), resource_id: z.string(), websocket_url: z.string() }),
]);
type PairBody = z.infer<typeof bodySchema>;

/** `POST /api/envd/pair`: the wire of 0.1 daemons, which poll the same request until the owner has decided. */
export function registerEnvdPairingRoutes(app: HttpApp, context: CoreContext, desk: PairingDesk): void {
  const limit = createAttemptLimit(app, 'device_pairing_capacity');
  app.post(
    '/api/envd/pair',
    {
      config: { access: 'device', problems },
      bodyLimit: 16_384,
      // Before the body: who does not identify itself learns nothing else.
      onRequest: (request, _reply, done) => {
        requirePairingIdentity(request);
        done();
      },
      schema: {
        summary: 'Ask to be paired, or how that went',
        body: bodySchema,
        response: { 200: answerSchema },
      },
    },
    async (request) => {
      const identity = requirePairingIdentity(request);
      const claim = { deviceId: request.body.device_id, name: request.body.name, address: request.ip };
      const answer = await desk.ask(identity, claim, () => limit(request));
      const origin = siteOrigin(request, context.config);
      return wireAnswer(answer, { identity, body: request.body, origin });
    },
  );
}

type Asked = { identity: PairingIdentity; body: PairBody; origin: string };

function wireAnswer(answer: PairingAnswer, { identity, body, origin }: Asked): z.infer<typeof answerSchema> {
  switch (answer.status) {
    case 'pending':
      return {
        status: 'pending',
        challenge: {
          device_id: body.device_id,
          name: body.name,
          pairing_id: identity.pairingId,
          verification_code: identity.verificationCode,
          expires_at: formatTimestamp(answer.expiresAt),
        },
        approval_url: `${origin}/settings/environments`,
        poll_after_seconds: pollAfterSeconds,
      };
    case 'approved':
      return {
        status: 'approved',
        resource_id: answer.resourceId,
        websocket_url: `${origin.replace(/^http/, 'ws')}/api/devices/${answer.resourceId}/connect`,
      };
  }
}
