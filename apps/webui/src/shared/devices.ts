import * as z from 'zod';
import { nameSchema } from './names.ts';

export const deviceIdSchema = z.string().regex(/^device-[a-z0-9]+(-[a-z0-9]+)*$/);
const timestampSchema = z.iso.datetime();

/** `GET /api/pairings` → `{pairings}`; `POST /api/pairings/{id}/approve|reject` → 204. Names are the device's own claim. */
export const pairingSchema = z.object({
  pairing_id: z.string(),
  resource_id: deviceIdSchema,
  name: z.string(),
  address: z.string(),
  verification_code: z.string(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});
export type Pairing = z.infer<typeof pairingSchema>;
export const pairingListSchema = z.object({ pairings: z.array(pairingSchema) });

const displaySchema = z.object({
  target_id: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
});

/** What the device said of itself when it connected: `null` until the first connection. */
export const deviceDesktopSchema = z.object({
  available_methods: z.array(z.string()),
  displays: z.array(displaySchema),
  observe_ready: z.boolean(),
  input_ready: z.boolean(),
  scroll_units: z.array(z.enum(['pixels', 'steps'])),
  default_working_directory: z.string(),
  path_style: z.enum(['posix', 'windows']),
});
export type DeviceDesktop = z.infer<typeof deviceDesktopSchema>;

/**
 * `GET /api/devices` → `{devices}`, `GET /api/devices/{id}`, `PATCH {name}`, `POST …/revoke` → 204,
 * `DELETE` (only a revoked device can be forgotten) → 204.
 */
export const deviceSchema = z.object({
  device_id: deviceIdSchema,
  name: z.string(),
  status: z.enum(['connected', 'connecting', 'offline', 'revoked']),
  address: z.string(),
  paired_at: timestampSchema,
  last_seen_at: timestampSchema.nullable(),
  desktop: deviceDesktopSchema.nullable(),
  /** Why the device cannot be used although its socket is open, in plain words. */
  problem: z.string().nullable(),
});
export type Device = z.infer<typeof deviceSchema>;
export const deviceListSchema = z.object({ devices: z.array(deviceSchema) });
export const devicePatchSchema = z.strictObject({ name: nameSchema('Give the device a name.') });

/** `GET /api/devices/{id}/directories?path=/home&offset=0` (path optional: the default working directory). */
export const directoryQuerySchema = z.strictObject({
  path: z.string().max(4096).optional(),
  offset: z.coerce.number().int().min(0).default(0),
});
export const directoryListingSchema = z.object({
  path: z.string(),
  parent_path: z.string().nullable(),
  entries: z.array(z.object({ name: z.string(), path: z.string() })),
  next_offset: z.int().nullable(),
});
export type DirectoryListing = z.infer<typeof directoryListingSchema>;
