import * as z from 'zod';

/** `each_input`: the person is asked before each input; `purpose`: once, for what the run is to do. */
export const approvalModeSchema = z.enum(['none', 'each_input', 'purpose']);
export type ApprovalMode = z.infer<typeof approvalModeSchema>;

/**
 * An input that waits for the person's word; the call that it is for is `waiting` meanwhile.
 * `POST /api/threads/{id}/runs/{run}/approvals/{approval}` with a decision → the approval. An answer after its end → 409.
 */
export const approvalSchema = z.object({
  approval_id: z.string(),
  run_id: z.string(),
  thread_id: z.string(),
  call_id: z.string(),
  kind: z.enum(['each_input', 'purpose']),
  /** What the run is to do, in the words of its prompt; `null` for `each_input`. */
  purpose: z.string().nullable(),
  state: z.enum(['pending', 'approved', 'denied', 'expired', 'cancelled']),
  /** The person answered on the desktop itself, so its screen has changed since the screenshot. */
  same_desktop: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
});
export type Approval = z.infer<typeof approvalSchema>;
export const approvalDecisionSchema = z.strictObject({ decision: z.enum(['approve', 'deny']) });
