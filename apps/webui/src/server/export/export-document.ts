import { referenceOf } from '../../shared/mark-geometry.ts';
import type { Message } from '../../shared/messages.ts';
import type { Run, ToolCall, Transcript } from '../../shared/threads.ts';
import { callHtml } from './call-html.ts';
import { documentFootHtml, documentHeadHtml } from './document-frame.ts';
import { figureHtml, type MarkedCall, type StoredImage } from './figure-html.ts';
import { messageHtml, runHeadHtml } from './run-html.ts';
import type { SafeHtml } from './safe-html.ts';

export type ExportOptions = {
  readonly now: Date;
  /** Asked for one after another, so that only one is in memory. */
  readonly loadImage: (attachmentId: string) => Promise<StoredImage>;
};

/** The conversation as one HTML file, piece by piece as fast as it is taken; returning early ends the work. */
export async function* exportDocument(
  transcript: Transcript,
  options: ExportOptions,
): AsyncGenerator<string, void> {
  yield documentHeadHtml(transcript, options.now).text;
  const places = placesOf(transcript.calls);
  for (const [index, run] of transcript.runs.entries()) {
    yield runHeadHtml(run, { number: index + 1, now: options.now }).text;
    for (const entry of entriesOf(transcript, run)) {
      const part =
        'role' in entry ? messageHtml(entry) : await callWithImage(entry, { transcript, places, ...options });
      yield part.text;
    }
    yield '</section>\n';
  }
  yield documentFootHtml().text;
}

/** Cards by number, and what pointed at each screenshot. References belong to one run. */
type Places = {
  readonly numbers: ReadonlyMap<ToolCall, number>;
  readonly screenshots: ReadonlyMap<string, number>;
  readonly marks: ReadonlyMap<string, readonly MarkedCall[]>;
};

function placesOf(calls: readonly ToolCall[]): Places {
  const numbers = new Map(calls.map((call, index) => [call, index + 1]));
  const screenshots = new Map<string, number>();
  const marks = new Map<string, MarkedCall[]>();
  for (const call of calls) {
    const number = numbers.get(call) ?? 0;
    if (call.result?.kind === 'observation') {
      screenshots.set(keyOf(call.run_id, call.result.observation_id), number);
    }
    const reference = referenceOf(call.call);
    if (reference === null) continue;
    const key = keyOf(call.run_id, reference);
    const marked = marks.get(key) ?? [];
    marks.set(key, marked);
    marked.push({ number, call: call.call });
  }
  return { numbers, screenshots, marks };
}

const keyOf = (runId: string, observationId: string) => `${runId} ${observationId}`;

function entriesOf({ messages, calls }: Transcript, { run_id: runId }: Run): (Message | ToolCall)[] {
  return [...messages, ...calls]
    .filter((entry) => entry.run_id === runId)
    .sort((left, right) => left.position - right.position);
}

type CardContext = ExportOptions & { readonly transcript: Transcript; readonly places: Places };

async function callWithImage(call: ToolCall, context: CardContext): Promise<SafeHtml> {
  const { numbers, screenshots } = context.places;
  const reference = referenceOf(call.call);
  return callHtml(call, {
    number: numbers.get(call) ?? 0,
    seenIn: reference === null ? undefined : screenshots.get(keyOf(call.run_id, reference)),
    approvals: context.transcript.approvals.filter(
      ({ run_id, call_id }) => run_id === call.run_id && call_id === call.call_id,
    ),
    figure: await figureOf(call, context),
  });
}

async function figureOf(
  { run_id, result }: ToolCall,
  { places, loadImage }: CardContext,
): Promise<SafeHtml | null> {
  if (result?.kind !== 'observation') return null;
  const { attachment } = result;
  return figureHtml(result, {
    image: attachment === null ? null : await loadImage(attachment.attachment_id),
    marked: places.marks.get(keyOf(run_id, result.observation_id)) ?? [],
  });
}
