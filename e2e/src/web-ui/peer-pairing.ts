import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';

const pendingSchema = z.object({
  status: z.literal('pending'),
  challenge: z.object({
    device_id: z.string(),
    name: z.string(),
    pairing_id: z.string(),
    verification_code: z.string(),
    expires_at: z.string(),
  }),
  approval_url: z.string(),
  poll_after_seconds: z.literal(2),
});
const approvedSchema = z.object({
  status: z.literal('approved'),
  resource_id: z.string(),
  websocket_url: z.string(),
});
const pairingAnswerSchema = z.discriminatedUnion('status', [pendingSchema, approvedSchema]);
export type PairingAnswer = z.infer<typeof pairingAnswerSchema>;

/** A daemon's credential with everything that both sides compute from it. */
export type PeerIdentity = {
  readonly credential: string;
  readonly daemonId: string;
  readonly pairingId: string;
  readonly resourceId: string;
  readonly verificationCode: string;
};

export function createPeerIdentity(): PeerIdentity {
  const credential = randomBytes(32).toString('hex');
  const digest = createHash('sha256').update(credential).digest('hex');
  const name = digest.slice(0, 24);
  const code = digest.slice(24, 32).toUpperCase();
  return {
    credential,
    daemonId: `peer-${name}`,
    pairingId: `pair-${name}`,
    resourceId: `device-${name}`,
    verificationCode: `${code.slice(0, 4)}-${code.slice(4)}`,
  };
}

/** One request of the daemon, which polls it until the owner has decided. */
export async function askToPair(
  origin: string,
  { credential, daemonId }: PeerIdentity,
  name: string,
): Promise<PairingAnswer> {
  const response = await fetch(`${origin}/api/envd/pair`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ device_id: daemonId, name }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The pairing was answered ${response.status}: ${await response.text()}`);
  return pairingAnswerSchema.parse(await response.json());
}
