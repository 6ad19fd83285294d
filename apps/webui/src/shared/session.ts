import * as z from 'zod';

export const passwordSchema = z
  .string()
  .min(10, 'Use at least 10 characters.')
  .max(256, 'Use at most 256 characters.');
const oneTimeTokenSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'This is not a link that was printed by harness-ui.');

/** `GET /api/session`: who is asking. `origin` is the address that daemons should dial. */
export const sessionStateSchema = z.object({
  authenticated: z.boolean(),
  setup_required: z.boolean(),
  origin: z.string(),
  version: z.string(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** `POST /api/setup`: the one-time link's token and the owner's new password. Signs in. */
export const setupRequestSchema = z.strictObject({ token: oneTimeTokenSchema, password: passwordSchema });
/** `POST /api/session`: sign in with the password. */
export const signInRequestSchema = z.strictObject({ password: z.string().min(1).max(256) });
/** `POST /api/session/link`: sign in with a one-time link made by `harness-ui sign-in-link`. */
export const signInLinkRequestSchema = z.strictObject({ token: oneTimeTokenSchema });
