import * as z from 'zod';
import { pairingListSchema } from '../../shared/devices.ts';
import type { HttpApp } from '../http/http-app.ts';
import type { PairingDesk } from './pairing-desk.ts';

const params = z.strictObject({
  pairing_id: z.string().regex(/^pair-[0-9a-f]{24}$/, 'This is not a pairing.'),
});

/** The owner's side of pairing: see who waits, compare the code, decide. */
export function registerPairingRoutes(app: HttpApp, desk: PairingDesk): void {
  app.get('/api/pairings', { schema: { response: { 200: pairingListSchema } } }, async () => ({
    pairings: await desk.listPending(),
  }));
  app.post('/api/pairings/:pairing_id/approve', { schema: { params } }, async (request, reply) => {
    await desk.approve(request.params.pairing_id);
    return reply.code(204).send();
  });
  app.post('/api/pairings/:pairing_id/reject', { schema: { params } }, async (request, reply) => {
    await desk.reject(request.params.pairing_id);
    return reply.code(204).send();
  });
}
