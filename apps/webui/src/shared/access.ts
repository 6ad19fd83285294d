import * as z from 'zod';
import { auditKindSchema } from './audit.ts';
import { nameSchema } from './names.ts';
import { passwordSchema } from './session.ts';

const timestampSchema = z.iso.datetime();

/** `GET /api/settings/sessions`, `DELETE …/{id}`, `POST /api/settings/sessions/sign-out-everywhere` (also this one). */
export const webSessionSchema = z.object({
  session_id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  address: z.string(),
  user_agent: z.string(),
  created_at: timestampSchema,
  last_seen_at: timestampSchema,
});
export type WebSessionView = z.infer<typeof webSessionSchema>;
export const webSessionListSchema = z.object({ sessions: z.array(webSessionSchema) });

/** `POST /api/settings/password`: ends every other session. */
export const passwordChangeSchema = z.strictObject({
  current_password: z.string().min(1).max(256),
  new_password: passwordSchema,
});

/** `read`: look; `run`: start, stop and steer runs; `manage`: devices, bindings, models, agents; `metrics`: `/metrics`. */
export const tokenScopeSchema = z.enum(['read', 'run', 'manage', 'metrics']);
export type TokenScope = z.infer<typeof tokenScopeSchema>;

/** `GET|POST /api/settings/tokens`, `DELETE …/{id}`. Only its hash is stored. */
export const apiTokenSchema = z.object({
  token_id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScopeSchema),
  created_at: timestampSchema,
  expires_at: timestampSchema.nullable(),
  last_used_at: timestampSchema.nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;
export const apiTokenListSchema = z.object({ tokens: z.array(apiTokenSchema) });
export const apiTokenCreateSchema = z.strictObject({
  name: nameSchema('Give the token a name.'),
  scopes: z.array(tokenScopeSchema).min(1, 'Choose at least one scope.').max(4),
  /** `null`: until it is revoked. */
  expires_in_days: z.int().min(1).max(366).nullable(),
});
/** The only time that the token itself is shown: `Authorization: Bearer <token>`. */
export const apiTokenCreatedSchema = z.object({ token: z.string(), ...apiTokenSchema.shape });

/** What happened to trust: `GET /api/settings/audit?before=<audit_id>&limit=50`, the newest first. */
export const auditEntrySchema = z.object({
  audit_id: z.int(),
  at: timestampSchema,
  actor_kind: z.enum(['owner', 'token', 'device', 'server']),
  /** Of the token or device; empty for the others. */
  actor_name: z.string(),
  /** `pairing.approved`, `run.started` …: the table is in docs/security.md. */
  action: z.string(),
  /** Id of the thing. */
  subject: z.string(),
  /** In plain words; never a secret. */
  detail: z.string(),
  address: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export const auditQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(1).optional(),
  kind: auditKindSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  next_before: z.int().nullable(),
});
