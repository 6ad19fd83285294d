import * as z from 'zod';
import { pairingListSchema } from '../../shared/devices.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { HttpApp } from '../http/http-app.ts';
import type { PairingDesk } from './pairing-desk.ts';

const params = z.strictObject({
  pairing_id: z.string().regex(/^pair-[0-9a-f]{24}$/, 'This is not a pairing.'),
});

const problems = ['device_pairing_not_found', 'device_pairing_conflict'] as const;

/** The owner's side of pairing: see who waits, compare the code, decide. */
export function registerPairingRoutes(app: HttpApp, desk: PairingDesk, audit: AuditLog): void {
  app.get(
    '/api/pairings',
    { schema: { summary: 'List who waits to be paired', response: { 200: pairingListSchema } } },
    async () => ({
      pairings: await desk.listPending(),
    }),
  );
  app.post(
    '/api/pairings/:pairing_id/approve',
    {
      config: { problems, answers: { 204: { description: 'Approved.' } } },
      schema: { summary: 'Approve a device', params },
    },
    async (request, reply) => {
      const { deviceId: subject, name, address } = await desk.approve(request.params.pairing_id);
      const detail = `“${name}”, which asked from ${address}.`;
      await audit.record({ request, action: 'pairing.approved', subject, detail });
      return reply.code(204).send();
    },
  );
  app.post(
    '/api/pairings/:pairing_id/reject',
    {
      config: { problems, answers: { 204: { description: 'Rejected.' } } },
      schema: { summary: 'Reject a device', params },
    },
    async (request, reply) => {
      const { name, address } = await desk.reject(request.params.pairing_id);
      const detail = `“${name}”, which asked from ${address}.`;
      await audit.record({ request, action: 'pairing.rejected', subject: request.params.pairing_id, detail });
      return reply.code(204).send();
    },
  );
}
