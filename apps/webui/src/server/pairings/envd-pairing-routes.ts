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
type PairBody = z.infer<typeof bodySchema>;

/** `POST /api/envd/pair`: the wire of 0.1 daemons, which poll the same request until the owner has decided. */
export function registerEnvdPairingRoutes(app: HttpApp, context: CoreContext, desk: PairingDesk): void {
  const limit = createAttemptLimit(app, 'device_pairing_capacity');
  app.post(
    '/api/envd/pair',
    {
      config: { access: 'device' },
      bodyLimit: 16_384,
      // Before the body: who does not identify itself learns nothing else.
      onRequest: (request, _reply, done) => {
        requirePairingIdentity(request);
        done();
      },
      schema: { body: bodySchema },
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

function wireAnswer(answer: PairingAnswer, { identity, body, origin }: Asked) {
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
