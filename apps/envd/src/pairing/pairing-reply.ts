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

/** Host error code → what the person is told; `%folder%` is that of the pairing. Each ends the pairing. */
export const pairingProblemTable: Readonly<Record<string, string>> = {
  device_authentication_failed:
    'it does not accept the stored credential. Remove %folder% and connect again.',
  device_pairing_conflict:
    'it knows another device under this identity. Forget that device in the web UI, or use another --instance.',
  device_revoked: 'this device was revoked there. To pair it anew, remove %folder% and connect again.',
  device_pairing_rejected: 'the pairing was rejected there. Run the command again to ask anew.',
  device_pairing_capacity:
    'too many devices ask to be paired. Approve or reject some in the web UI, or wait a minute, then run the command again.',
  device_pairing_not_found: 'the pairing is gone or has expired. Run the command again for a new code.',
};
