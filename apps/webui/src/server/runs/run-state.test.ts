import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runStateSchema, type Run, type RunState } from '../../shared/threads.ts';
import { hasEnded, nextRunState, type RunEvent } from './run-state.ts';

const agents = fc.constantFrom<Run['agent'][]>('operator', 'model');
const states = fc.constantFrom(...runStateSchema.options);
const events = fc.constantFrom<RunEvent[]>(
  'start',
  'call_started',
  'calls_settled',
  'asked',
  'answered',
  'finish',
  'stop',
  'fail',
);

function walk(agent: Run['agent'], path: readonly RunEvent[]): RunState {
  return path.reduce<RunState>((state, event) => nextRunState({ agent, state }, event) ?? state, 'queued');
}

describe('the state of an Operator run', () => {
  it('goes from queued over waiting and running to an end', () => {
    expect(walk('operator', ['start'])).toBe('waiting');
    expect(walk('operator', ['start', 'call_started'])).toBe('running');
    expect(walk('operator', ['start', 'call_started', 'calls_settled'])).toBe('waiting');
    expect(walk('operator', ['start', 'finish'])).toBe('succeeded');
    expect(walk('operator', ['start', 'call_started', 'stop'])).toBe('stopped');
  });

  it('does not finish while a call is in progress', () => {
    expect(nextRunState({ agent: 'operator', state: 'running' }, 'finish')).toBeUndefined();
  });
});

describe('the state of a run of a model', () => {
  it('goes from queued over running to an end, and waits while the person is asked', () => {
    expect(walk('model', ['start'])).toBe('running');
    expect(walk('model', ['start', 'asked'])).toBe('waiting');
    expect(walk('model', ['start', 'asked', 'answered'])).toBe('running');
    expect(walk('model', ['start', 'finish'])).toBe('succeeded');
  });

  it('does not finish while the person is asked, nor before it began', () => {
    expect(nextRunState({ agent: 'model', state: 'waiting' }, 'finish')).toBeUndefined();
    expect(nextRunState({ agent: 'model', state: 'queued' }, 'finish')).toBeUndefined();
  });
});

describe('the state of any run', () => {
  it('never leaves an end', () => {
    fc.assert(
      fc.property(agents, states, events, (agent, state, event) => {
        fc.pre(hasEnded(state));
        expect(nextRunState({ agent, state }, event)).toBeUndefined();
      }),
    );
  });

  it('can be stopped and can fail as long as it goes on', () => {
    fc.assert(
      fc.property(agents, states, (agent, state) => {
        fc.pre(!hasEnded(state));
        expect(nextRunState({ agent, state }, 'stop')).toBe('stopped');
        expect(nextRunState({ agent, state }, 'fail')).toBe('failed');
      }),
    );
  });

  it('is never queued again', () => {
    fc.assert(
      fc.property(agents, fc.array(events, { minLength: 1 }), (agent, path) => {
        fc.pre(path.some((event) => event === 'start' || event === 'stop' || event === 'fail'));
        expect(walk(agent, path)).not.toBe('queued');
      }),
    );
  });
});
