import type { Run, RunState } from '../../shared/threads.ts';

export type RunEvent =
  'start' | 'call_started' | 'calls_settled' | 'asked' | 'answered' | 'finish' | 'stop' | 'fail';

type Transitions = Record<RunState, Partial<Record<RunEvent, RunState>>>;

const ends = { stopped: {}, succeeded: {}, failed: {} } as const;

const transitions: Record<Run['agent'], Transitions> = {
  /** Waits for the person's calls. */
  operator: {
    queued: { start: 'waiting', stop: 'stopped', fail: 'failed' },
    waiting: { call_started: 'running', finish: 'succeeded', stop: 'stopped', fail: 'failed' },
    running: { calls_settled: 'waiting', stop: 'stopped', fail: 'failed' },
    ...ends,
  },
  /** Waits for the person's word on an input. */
  model: {
    queued: { start: 'running', stop: 'stopped', fail: 'failed' },
    running: { asked: 'waiting', finish: 'succeeded', stop: 'stopped', fail: 'failed' },
    waiting: { answered: 'running', stop: 'stopped', fail: 'failed' },
    ...ends,
  },
};

/** The state after the event; `undefined` when the event has no meaning in this state. An ended run never moves again. */
export function nextRunState(
  { agent, state }: Pick<Run, 'agent' | 'state'>,
  event: RunEvent,
): RunState | undefined {
  return transitions[agent][state][event];
}

export function hasEnded(state: RunState): boolean {
  return state in ends;
}
