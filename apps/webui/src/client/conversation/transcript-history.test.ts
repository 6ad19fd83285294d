import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LiveEvent } from '../../shared/events.ts';
import type { Message } from '../../shared/messages.ts';
import type { Run, ToolCall, Transcript } from '../../shared/threads.ts';
import { applyToTranscript } from '../live-events/apply-live-event.ts';
import { transcriptRows } from './transcript-rows.ts';
import {
  emptyTranscript,
  exampleCall,
  exampleMessage,
  exampleRun,
} from '../../shared/testing/example-transcript.ts';

/** What a server does to a thread, one thing at a time. */
type Deed =
  | { readonly do: 'start run'; readonly queued: boolean }
  | { readonly do: 'say' | 'think'; readonly pieces: readonly string[]; readonly cut: boolean }
  | { readonly do: 'call' }
  | { readonly do: 'end run' };

const pieces = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 5 });
const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('start run' as const), queued: fc.boolean() }),
    fc.record({ do: fc.constantFrom('say' as const, 'think' as const), pieces, cut: fc.boolean() }),
    fc.record({ do: fc.constant('call' as const) }),
    fc.record({ do: fc.constant('end run' as const) }),
  ),
  { maxLength: 25 },
);

it('shows the same whether it was there from the beginning, came later, or heard some of it twice', () => {
  fc.assert(
    fc.property(deeds, fc.nat(), fc.nat(), (done, cutAt, repeated) => {
      const { events, stored } = serve(done);
      const live = events.reduce(applyToTranscript, emptyTranscript);
      const from = events.length === 0 ? 0 : cutAt % (events.length + 1);
      const again = events.slice(Math.max(0, from - (repeated % 5)));
      const reloaded = again.reduce(applyToTranscript, stored(from));
      expect(reloaded).toEqual(live);
      expect(stored(events.length)).toEqual(live);
      expect(transcriptRows(reloaded)).toEqual(transcriptRows(live));
    }),
  );
});

/** The events of a server that does this, and its tables after the first n of them. */
function serve(done: readonly Deed[]) {
  const events: { readonly id: number; readonly event: LiveEvent }[] = [];
  const states: Transcript[] = [emptyTranscript];
  const tables = {
    runs: new Map<string, Run>(),
    messages: new Map<string, Message>(),
    calls: new Map<string, ToolCall>(),
  };
  let position = 0;
  const announce = (event: LiveEvent) => {
    const id = events.length + 1;
    events.push({ id, event });
    states.push({
      ...emptyTranscript,
      runs: [...tables.runs.values()],
      messages: [...tables.messages.values()],
      calls: [...tables.calls.values()],
      last_event_id: id,
    });
  };
  const putRun = (run: Run) => {
    tables.runs.set(run.run_id, run);
    announce({ type: 'run', run });
  };
  const putMessage = (message: Message) => {
    tables.messages.set(message.message_id, message);
    announce({ type: 'message', message });
  };
  const say = (run: Run, deed: Extract<Deed, { readonly do: 'say' | 'think' }>) => {
    const message = {
      ...exampleMessage,
      message_id: `m${++position}`,
      run_id: run.run_id,
      position,
      role: deed.do === 'say' ? ('assistant' as const) : ('reasoning' as const),
    };
    let text = '';
    putMessage({ ...message, text, state: 'streaming' });
    for (const piece of deed.pieces) {
      const offset = text.length;
      text += piece;
      tables.messages.set(message.message_id, { ...message, text, state: 'streaming' });
      const { message_id, run_id, thread_id } = message;
      announce({ type: 'message_delta', delta: { message_id, run_id, thread_id, offset, text: piece } });
    }
    putMessage({ ...message, text, state: deed.cut ? 'cut' : 'finished' });
  };
  const call = (run: Run) => {
    const running: ToolCall = { ...exampleCall, call_id: `c${++position}`, run_id: run.run_id, position };
    for (const state of ['running', 'finished'] as const) {
      const next = { ...running, state };
      tables.calls.set(next.call_id, next);
      announce({ type: 'tool_call', thread_id: run.thread_id, call: next });
    }
  };
  for (const deed of done) {
    const run = [...tables.runs.values()].findLast((candidate) => candidate.ended_at === null);
    if (deed.do === 'start run')
      putRun({
        ...exampleRun,
        run_id: `r${tables.runs.size + 1}`,
        state: deed.queued ? 'queued' : 'running',
      });
    else if (run === undefined) continue;
    else if (deed.do === 'end run') putRun({ ...run, state: 'succeeded', ended_at: exampleRun.started_at });
    else if (deed.do === 'call') call(run);
    else say(run, deed);
  }
  return { events, stored: (count: number) => states[count] ?? emptyTranscript };
}
