import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runStateSchema, type RunState } from '../../shared/threads.ts';
import { hasEnded, nextRunState, type RunEvent } from './run-state.ts';

const states = fc.constantFrom(...runStateSchema.options);
const events = fc.constantFrom<RunEvent[]>(
  'start',
  'call_started',
  'calls_settled',
  'finish',
  'stop',
  'fail',
);

function walk(path: readonly RunEvent[]): RunState {
  return path.reduce<RunState>((state, event) => nextRunState(state, event) ?? state, 'queued');
}

describe('run state', () => {
  it('goes from queued over waiting and running to an end', () => {
    expect(walk(['start'])).toBe('waiting');
    expect(walk(['start', 'call_started'])).toBe('running');
    expect(walk(['start', 'call_started', 'calls_settled'])).toBe('waiting');
    expect(walk(['start', 'finish'])).toBe('succeeded');
    expect(walk(['start', 'call_started', 'stop'])).toBe('stopped');
  });

  it('never leaves an end', () => {
    fc.assert(
      fc.property(states, events, (state, event) => {
        fc.pre(hasEnded(state));
        expect(nextRunState(state, event)).toBeUndefined();
      }),
    );
  });

  it('can be stopped and can fail as long as it goes on', () => {
    fc.assert(
      fc.property(states, (state) => {
        fc.pre(!hasEnded(state));
        expect(nextRunState(state, 'stop')).toBe('stopped');
        expect(nextRunState(state, 'fail')).toBe('failed');
      }),
    );
  });

  it('does not finish while a call is in progress', () => {
    expect(nextRunState('running', 'finish')).toBeUndefined();
  });
});
