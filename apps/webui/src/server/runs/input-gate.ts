import type { ApprovalMode } from '../../shared/approvals.ts';
import type { ComputerToolName } from '../../shared/computer-tools.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { isInput } from '../agent/computer-tool-table.ts';
import type { StoredDevice } from '../devices/device-repository.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import { deniedByPerson, type ApprovalJournal } from './approval-journal.ts';
import type { BegunCall, CallJournal } from './call-journal.ts';

const answerWithinMs = 5 * 60_000;
/** How long a yes given on the desktop itself stays good for the next input of the same kind. */
const graceMs = 2 * 60_000;

export type InputGateParts = {
  readonly mode: ApprovalMode;
  /** What the run is to do. */
  readonly purpose: string;
  readonly calls: CallJournal;
  readonly approvals: ApprovalJournal;
  readonly desk: ApprovalDesk;
  /** The device behind an alias of the run. */
  readonly deviceOf: (alias: string | null) => Promise<StoredDevice | undefined>;
  /** The person has used the desktop itself since the screenshots were made. */
  readonly onUsedDesktop: () => void;
  /** Nobody answered in time. */
  readonly onExpired: (approvalId: string) => Promise<void>;
  readonly now: () => Date;
  readonly createId: () => string;
};

/** Asks the person before the inputs of one run, as far as the run is to. Looking is never asked for. */
export class InputGate {
  readonly #parts: InputGateParts;
  #forPurpose: 'approved' | 'denied' | undefined;
  #grace: { readonly tool: ComputerToolName; readonly untilMs: number } | undefined;

  constructor(parts: InputGateParts) {
    this.#parts = parts;
  }

  /** The stored call: `running` when it may be sent, `finished` when it may not. */
  async begin(begun: BegunCall, signal: AbortSignal): Promise<ToolCall> {
    const { mode, calls } = this.#parts;
    const { tool } = begun.call.call;
    // What cannot be routed is refused anyway.
    const isFree = mode === 'none' || !isInput(tool) || begun.call.alias === null;
    if (isFree || this.#forPurpose === 'approved' || this.#takeGrace(tool)) return calls.begin(begun);
    if (this.#forPurpose === 'denied') return calls.finish(await calls.begin(begun), deniedByPerson);
    return this.#ask(begun, signal);
  }

  async #ask(begun: BegunCall, signal: AbortSignal): Promise<ToolCall> {
    const { mode, purpose, approvals, calls, desk, deviceOf, now, createId, onExpired, onUsedDesktop } =
      this.#parts;
    const kind = mode === 'purpose' ? 'purpose' : 'each_input';
    const device = await deviceOf(begun.call.alias);
    const { approval, call } = await approvals.ask(begun, {
      approval_id: `approval-${createId()}`,
      kind,
      purpose: kind === 'purpose' ? purpose : null,
      expires_at: new Date(now().getTime() + answerWithinMs).toISOString(),
    });
    const { state, sameDesktop } = await desk.wait(approval, device, signal);
    if (sameDesktop) onUsedDesktop();
    if (state === 'expired') await onExpired(approval.approval_id);
    if (kind === 'purpose' && (state === 'approved' || state === 'denied')) this.#forPurpose = state;
    if (kind === 'each_input' && sameDesktop) {
      this.#grace = { tool: begun.call.call.tool, untilMs: now().getTime() + graceMs };
    }
    const decided = await calls.find(call.run_id, call.call_id);
    return decided ?? call;
  }

  /** Good once. */
  #takeGrace(tool: ComputerToolName): boolean {
    const grace = this.#grace;
    if (grace?.tool !== tool) return false;
    this.#grace = undefined;
    return grace.untilMs > this.#parts.now().getTime();
  }
}
