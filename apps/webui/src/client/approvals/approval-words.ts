import type { Approval } from '../../shared/approvals.ts';
import type { Tone } from '../design/states.tsx';

/** The question, above what is about to be done. */
export function questionOf({ kind }: Approval): string {
  return kind === 'purpose' ? 'Let this run use mouse and keyboard?' : 'Do this on the desktop?';
}

/** What a yes means. */
export function scopeOf({ kind }: Approval): string {
  return kind === 'purpose'
    ? 'A yes counts for every input of this run.'
    : 'A yes counts for this input only. After a yes given on this desktop the server looks again first; the yes then holds for the same input only, for 2 minutes.';
}

type Outcome = { readonly tone: Tone; readonly label: string; readonly sentence: string };

/** What became of the question; `null` while it is open. */
export function outcomeOf(approval: Approval, isOwnAnswer: boolean): Outcome | null {
  const elsewhere = isOwnAnswer ? '' : ' It was answered in another window.';
  switch (approval.state) {
    case 'pending':
      return null;
    case 'approved':
      return {
        tone: 'good',
        label: 'Approved',
        sentence: approval.same_desktop
          ? `You answered on that desktop itself, so its screen has changed: the server looks again first, and your yes then holds for the same input only, for 2 minutes.${elsewhere}`
          : `The run goes on.${elsewhere}`,
      };
    case 'denied':
      return { tone: 'neutral', label: 'Denied', sentence: `Nothing was sent.${elsewhere}` };
    case 'expired':
      return { tone: 'warn', label: 'Expired', sentence: 'Nobody answered in time. Nothing was sent.' };
    case 'cancelled':
      return { tone: 'neutral', label: 'Withdrawn', sentence: 'The run has ended. Nothing was sent.' };
  }
}
