import type { ApprovalMode } from '../../shared/approvals.ts';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { isInput } from '../agent/computer-tool-table.ts';
import type { ScreenPlace } from '../agent/computer-tools.ts';
import type { StoredDevice } from '../devices/device-repository.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import { deniedByPerson, type ApprovalJournal } from './approval-journal.ts';
import type { BegunCall, CallJournal } from './call-journal.ts';
import { isSameInput, type PlacedInput } from './same-input.ts';

const answerWithinMs = 5 * 60_000;
/** How long a yes given on the desktop itself stays good for the same input. */
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
  /** What the points of a call are pixels of. */
  readonly placeOf: (call: ComputerToolCall) => ScreenPlace | undefined;
  /** Tells the person, in the transcript. */
  readonly notice: (text: string) => Promise<void>;
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
  #grace: { readonly input: PlacedInput; readonly untilMs: number } | undefined;

  constructor(parts: InputGateParts) {
    this.#parts = parts;
  }

  /** The stored call: `running` when it may be sent, `finished` when it may not. */
  async begin(begun: BegunCall, signal: AbortSignal): Promise<ToolCall> {
    const { mode, calls } = this.#parts;
    const { tool } = begun.call.call;
    // What cannot be routed is refused anyway.
    const isFree = mode === 'none' || !isInput(tool) || begun.call.alias === null;
    if (isFree || this.#forPurpose === 'approved') return calls.begin(begun);
    const input = this.#placed(begun);
    if (this.#takeGrace(input)) {
      await this.#parts.notice(`Sent on your earlier yes: the same ${tool} on “${begun.call.alias}”.`);
      return calls.begin(begun);
    }
    if (this.#forPurpose === 'denied') return calls.finish(await calls.begin(begun), deniedByPerson);
    return this.#ask(begun, input, signal);
  }

  #placed({ call: { call, alias } }: BegunCall): PlacedInput {
    return { call, alias, place: this.#parts.placeOf(call) };
  }

  async #ask(begun: BegunCall, input: PlacedInput, signal: AbortSignal): Promise<ToolCall> {
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
      this.#grace = { input, untilMs: now().getTime() + graceMs };
    }
    const decided = await calls.find(call.run_id, call.call_id);
    return decided ?? call;
  }

  /** Good once, and only for the very next input: another one may change the screen that the yes was about. */
  #takeGrace(input: PlacedInput): boolean {
    const grace = this.#grace;
    this.#grace = undefined;
    if (grace === undefined || grace.untilMs <= this.#parts.now().getTime()) return false;
    return isSameInput(grace.input, input);
  }
}
