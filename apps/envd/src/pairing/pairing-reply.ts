import { createHash } from 'node:crypto';
import * as z from 'zod';

/** What `POST /api/envd/pair` answers; further members are left alone. */
export const pairingReplySchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('pending'),
    challenge: z.object({
      device_id: z.string(),
      pairing_id: z.string(),
      verification_code: z.string(),
      expires_at: z.string(),
    }),
    approval_url: z.string(),
    poll_after_seconds: z.number(),
  }),
  z.object({
    status: z.literal('approved'),
    resource_id: z.string().min(1).max(128),
    websocket_url: z.string(),
  }),
]);
export type PairingReply = z.output<typeof pairingReplySchema>;

export const pairingProblemSchema = z.object({ code: z.string() });

/** Both ends derive the code from the credential, so a Host cannot show the person a code of its own making. */
export const verificationCodeOf = (credential: string): string => {
  const digest = createHash('sha256').update(credential).digest('hex');
  return `${digest.slice(24, 28)}-${digest.slice(28, 32)}`.toUpperCase();
};

type PairingProblem = {
  /** The HTTP status that comes with the code; with another it is not the Host's word. */
  readonly status: number;
  /** What the person is told. */
  readonly message: string;
  /** The Host will never accept this credential again. */
  readonly discardsCredential?: true;
};

/** Host error code → what it means. Each ends the pairing. */
const pairingProblemTable: Readonly<Record<string, PairingProblem>> = {
  device_authentication_failed: {
    status: 401,
    message:
      'it does not accept the stored credential. Check the address, or pair as a new device with another --instance.',
  },
  device_pairing_conflict: {
    status: 409,
    message:
      'it knows another device under this identity. Forget that device in the web UI, or use another --instance.',
  },
  device_revoked: {
    status: 403,
    message: 'this device was revoked there. Run the command again to ask anew.',
    discardsCredential: true,
  },
  device_pairing_rejected: {
    status: 403,
    message: 'the pairing was rejected there. Run the command again to ask anew.',
    discardsCredential: true,
  },
  device_pairing_capacity: {
    status: 429,
    message:
      'too many devices ask to be paired. Approve or reject some in the web UI, or wait a minute, then run the command again.',
  },
  device_pairing_not_found: {
    status: 404,
    message: 'the pairing is gone or has expired. Run the command again for a new code.',
  },
};

/** `null` for what no Host of this version answers. */
export const findPairingProblem = (code: string, status: number): PairingProblem | null => {
  const problem = Object.hasOwn(pairingProblemTable, code) ? pairingProblemTable[code] : undefined;
  return problem?.status === status ? problem : null;
};
