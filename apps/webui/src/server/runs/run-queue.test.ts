import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunQueue } from './run-queue.ts';

type Waiting = { readonly thread_id: string; readonly run_id: string };

const threadIds = fc.constantFrom('thread-1', 'thread-2');
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), threadId: threadIds }),
    fc.record({ kind: fc.constant('take' as const), threadId: threadIds }),
    fc.record({ kind: fc.constant('clear' as const), threadId: threadIds }),
    fc.record({ kind: fc.constant('remove' as const), threadId: threadIds, at: fc.nat(9) }),
  ),
  { maxLength: 60 },
);

describe('the queue of runs', () => {
  it('gives each run at most once, in the order of asking, and none that was stopped', () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const queue = new RunQueue<Waiting>();
        const expected = new Map<string, Waiting[]>([
          ['thread-1', []],
          ['thread-2', []],
        ]);
        let made = 0;
        for (const step of steps) {
          const line = expected.get(step.threadId) ?? [];
          switch (step.kind) {
            case 'add': {
              const waiting = { thread_id: step.threadId, run_id: `run-${++made}` };
              queue.add(waiting);
              line.push(waiting);
              break;
            }
            case 'take':
              expect(queue.take(step.threadId)).toEqual(line.shift());
              break;
            case 'clear':
              expect(queue.clear(step.threadId)).toEqual(line.splice(0));
              break;
            case 'remove': {
              const chosen = line[step.at] ?? { thread_id: step.threadId, run_id: 'run-unknown' };
              expect(queue.remove(chosen)).toBe(line.includes(chosen));
              if (line.includes(chosen)) line.splice(step.at, 1);
            }
          }
        }
        const waiting = [...expected].flatMap(([threadId, line]) => (line.length > 0 ? [threadId] : []));
        expect([...queue.threadIds].sort()).toEqual(waiting);
      }),
    );
  });
});
