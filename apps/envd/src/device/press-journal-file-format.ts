import * as z from 'zod';
import { holderSchema } from '../pairing/runtime-lock-holder.ts';

export const journalSchema = z.strictObject({
  boot_id: z.string().nullable(),
  display: z.string(),
  /** Who wrote it. */
  holder: holderSchema,
  held: z.array(z.strictObject({ kind: z.enum(['key', 'button']), code: z.int().min(1).max(0xff_ffff) })),
});
export type Journal = z.output<typeof journalSchema>;
