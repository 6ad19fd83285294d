import { setTimeout as delay } from 'node:timers/promises';
import type { Approval } from '../../shared/approvals.ts';
import type { StoredDevice } from '../devices/device-repository.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { ApprovalJournal, Decision } from './approval-journal.ts';

type Outcome = Pick<Decision, 'state' | 'sameDesktop'>;
type ApprovalAddress = {
  readonly thread_id: string;
  readonly run_id: string;
  readonly approval_id: string;
};
export type Answer = {
  readonly decision: 'approve' | 'deny';
  /** Where the person is. */
  readonly address: string;
};

/** Where the questions of all runs of this process wait for the person. */
export type ApprovalDesk = {
  /** The answer, stored. Ends as `expired` at its time, as `cancelled` when `signal` aborts. */
  wait(approval: Approval, device: Waiting, signal: AbortSignal): Promise<Outcome>;
  /** Throws `not_found`, or `conflict` when it was answered or has ended. */
  answer(address: ApprovalAddress, answer: Answer): Promise<Approval>;
};

/** The device that the input is for. */
type Waiting = Pick<StoredDevice, 'address'> | undefined;

type Parts = { readonly journal: ApprovalJournal; readonly now: () => Date };
type Open = { readonly device: Waiting; readonly decided: (outcome: Outcome) => void };

export function createApprovalDesk({ journal, now }: Parts): ApprovalDesk {
  const open = new Map<string, Open>();
  /** Whoever comes first decides; what was decided meanwhile counts. */
  const conclude = async (approvalId: string, state: 'expired' | 'cancelled'): Promise<Outcome> => {
    try {
      await journal.decide(approvalId, { state, sameDesktop: false });
      return { state, sameDesktop: false };
    } catch (error) {
      const stored = await journal.find(approvalId);
      if (stored === undefined) return { state: 'cancelled', sameDesktop: false };
      if (stored.state === 'pending') throw error;
      return { state: stored.state, sameDesktop: stored.same_desktop };
    }
  };
  return {
    async wait({ approval_id, expires_at }, device, signal) {
      const leftMs = Math.max(0, Date.parse(expires_at) - now().getTime());
      const answered = new Promise<Outcome>((resolve) => open.set(approval_id, { device, decided: resolve }));
      const given = new AbortController();
      try {
        // It may have been answered before it was waited for.
        const stored = await journal.find(approval_id);
        if (stored !== undefined && stored.state !== 'pending')
          return { state: stored.state, sameDesktop: stored.same_desktop };
        const over = delay(leftMs, 'expired' as const, { signal: AbortSignal.any([signal, given.signal]) });
        const first = await Promise.race([answered, over.catch(() => 'cancelled' as const)]);
        return typeof first === 'string' ? await conclude(approval_id, first) : first;
      } finally {
        given.abort();
        open.delete(approval_id);
      }
    },
    async answer({ thread_id, run_id, approval_id }, { decision, address }) {
      const asked = await journal.find(approval_id);
      if (asked?.run_id !== run_id || asked.thread_id !== thread_id)
        throw new ProblemError('not_found', 'This run has no such question.');
      const waiting = open.get(approval_id);
      const state = decision === 'approve' ? 'approved' : 'denied';
      const sameDesktop = state === 'approved' && isSameHost(waiting?.device?.address, address);
      const approval = await journal.decide(approval_id, { state, sameDesktop });
      waiting?.decided({ state, sameDesktop });
      return approval;
    },
  };
}

/** One machine has one loopback, whatever it is called. */
export function isSameHost(device: string | undefined, person: string): boolean {
  if (device === undefined) return false;
  const [one, other] = [plainAddress(device), plainAddress(person)];
  return one === other || (isLoopback(one) && isLoopback(other));
}

const plainAddress = (address: string) => address.toLowerCase().replace(/^::ffff:/, '');
const isLoopback = (address: string) => address === '::1' || /^127\./.test(address);
