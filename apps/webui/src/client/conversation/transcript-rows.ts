import type { Approval } from '../../shared/approvals.ts';
import type { Message } from '../../shared/messages.ts';
import type { Run, ToolCall, Transcript } from '../../shared/threads.ts';
import {
  observationsOf,
  referredObservation,
  type ObservationResult,
  type Observations,
} from '../evidence/observation.ts';

/** One line of the drawn transcript. `key` names it for as long as it is there. */
export type TranscriptRow =
  | { readonly kind: 'run-head'; readonly key: string; readonly run: Run; readonly number: number }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message }
  | CallRow
  | { readonly kind: 'run-empty'; readonly key: string; readonly run: Run }
  | { readonly kind: 'run-working'; readonly key: string; readonly run: Run }
  | { readonly kind: 'run-end'; readonly key: string; readonly run: Run }
  | { readonly kind: 'queued-run'; readonly key: string; readonly run: Run; readonly prompt: string };

export type CallRow = {
  readonly kind: 'call';
  readonly key: string;
  readonly threadId: string;
  readonly call: ToolCall;
  /** The image that it pointed at. */
  readonly referred: ObservationResult | null;
  readonly approval: Approval | null;
  /** Named only where a run has several environments. */
  readonly showsAlias: boolean;
};

/** Runs as they were started, each with its messages and calls by their place; queued ones come last. */
export function transcriptRows(transcript: Transcript): readonly TranscriptRow[] {
  const itemsByRun = itemsOfRuns(transcript);
  const approvals = new Map(transcript.approvals.map((approval) => [approval.call_id, approval]));
  const observations = observationsOf(transcript.calls);
  const begun: TranscriptRow[] = [];
  const queued: TranscriptRow[] = [];
  for (const [index, run] of transcript.runs.entries()) {
    const items = itemsByRun.get(run.run_id) ?? [];
    if (run.state === 'queued') queued.push(queuedRow(run, items));
    else begun.push(...runRows({ run, number: index + 1, items, approvals, observations }));
  }
  return [...begun, ...queued];
}

/** The calls of a thread as they are shown: by run, then by place. */
export function orderedCalls({ runs, calls }: Pick<Transcript, 'runs' | 'calls'>): readonly ToolCall[] {
  const order = new Map(runs.map((run, index) => [run.run_id, index]));
  const placeOf = (call: ToolCall) => order.get(call.run_id) ?? runs.length;
  return calls.toSorted((one, other) => placeOf(one) - placeOf(other) || one.position - other.position);
}

type Item = { readonly message: Message } | { readonly call: ToolCall };

function positionOf(item: Item): number {
  return 'message' in item ? item.message.position : item.call.position;
}

function itemsOfRuns({ messages, calls }: Transcript): ReadonlyMap<string, readonly Item[]> {
  const byRun = new Map<string, Item[]>();
  const add = (runId: string, item: Item) => {
    const items = byRun.get(runId);
    if (items === undefined) byRun.set(runId, [item]);
    else items.push(item);
  };
  for (const message of messages) add(message.run_id, { message });
  for (const call of calls) add(call.run_id, { call });
  for (const items of byRun.values()) items.sort((one, other) => positionOf(one) - positionOf(other));
  return byRun;
}

type RunParts = {
  readonly run: Run;
  readonly number: number;
  readonly items: readonly Item[];
  readonly approvals: ReadonlyMap<string, Approval>;
  readonly observations: Observations;
};

function runRows({ run, number, items, ...known }: RunParts): readonly TranscriptRow[] {
  const { run_id: id, thread_id: threadId } = run;
  const rows: TranscriptRow[] = [{ kind: 'run-head', key: `head ${id}`, run, number }];
  const showsAlias = run.environment.environment_bindings.length > 1;
  for (const item of items) {
    if ('message' in item) {
      if (isShown(item.message))
        rows.push({ kind: 'message', key: `message ${item.message.message_id}`, message: item.message });
      continue;
    }
    const { call } = item;
    rows.push({
      kind: 'call',
      key: `call ${id} ${call.call_id}`,
      threadId,
      call,
      referred: referredObservation(known.observations, call),
      approval: known.approvals.get(call.call_id) ?? null,
      showsAlias,
    });
  }
  if (rows.length === 1 && run.agent === 'operator')
    rows.push({ kind: 'run-empty', key: `empty ${id}`, run });
  if (run.ended_at !== null) rows.push({ kind: 'run-end', key: `end ${id}`, run });
  else if (isThinking(run, items)) rows.push({ kind: 'run-working', key: `working ${id}`, run });
  return rows;
}

/** Something streams into a message without text yet: its caret is shown. */
function isShown(message: Message): boolean {
  return message.text !== '' || message.state === 'streaming';
}

/** The model is asked and nothing of its answer is there yet. */
function isThinking(run: Run, items: readonly Item[]): boolean {
  if (run.agent !== 'model' || run.state !== 'running') return false;
  return !items.some((item) =>
    'message' in item ? item.message.state === 'streaming' : item.call.state !== 'finished',
  );
}

function queuedRow(run: Run, items: readonly Item[]): TranscriptRow {
  const prompts = items.flatMap((item) =>
    'message' in item && item.message.role === 'user' ? [item.message.text] : [],
  );
  return { kind: 'queued-run', key: `queued ${run.run_id}`, run, prompt: prompts.join('\n\n') };
}

/** Rows are made anew at each change; what they hold is not. */
export function isSameRow(one: TranscriptRow, other: TranscriptRow): boolean {
  const before: Readonly<Record<string, unknown>> = one;
  return Object.entries(other).every(([field, value]) => before[field] === value);
}
