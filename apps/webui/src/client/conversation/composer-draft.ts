import * as z from 'zod';
import { budgetSchema } from '../../shared/agents.ts';
import { approvalModeSchema } from '../../shared/approvals.ts';

/** What stands in a composer, kept while its tab lives. What was never chosen is `null`. */
const draftSchema = z.object({
  text: z.string(),
  who: z.string().nullable(),
  approval: approvalModeSchema.nullable(),
  /** `usual`: that of the agent, whatever the last run had. */
  budget: z.union([budgetSchema, z.literal('usual')]).nullable(),
});
export type ComposerDraft = z.infer<typeof draftSchema>;

export const emptyDraft: ComposerDraft = { text: '', who: null, approval: null, budget: null };

const draftKey = (scope: string) => `composer.${scope}`;

/** `scope`: the thread, or the new conversation (of a project). A storage that is full or off loses drafts only. */
export function readDraft(storage: Storage, scope: string): ComposerDraft {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(storage.getItem(draftKey(scope)) ?? 'null'));
    return parsed.success ? parsed.data : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function writeDraft(storage: Storage, scope: string, draft: ComposerDraft): void {
  try {
    storage.setItem(draftKey(scope), JSON.stringify(draft));
  } catch {
    return;
  }
}

/** The new conversation has become a thread: its text and choices go with it, and the next new one begins empty. */
export function moveDraft(storage: Storage, from: string, to: string): void {
  const draft = readDraft(storage, from);
  writeDraft(storage, to, draft);
  writeDraft(storage, from, emptyDraft);
}

const lastWhoKey = 'composer-who';

/** Who was chosen last in any conversation of this browser. */
export function readLastWho(storage: Storage): string | null {
  try {
    return storage.getItem(lastWhoKey);
  } catch {
    return null;
  }
}

export function writeLastWho(storage: Storage, who: string): void {
  try {
    storage.setItem(lastWhoKey, who);
  } catch {
    return;
  }
}
