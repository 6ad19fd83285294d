import type { RunState } from '../../shared/threads.ts';

export type RunEvent = 'start' | 'call_started' | 'calls_settled' | 'finish' | 'stop' | 'fail';

const transitions: Record<RunState, Partial<Record<RunEvent, RunState>>> = {
  queued: { start: 'waiting', stop: 'stopped', fail: 'failed' },
  waiting: { call_started: 'running', finish: 'succeeded', stop: 'stopped', fail: 'failed' },
  running: { calls_settled: 'waiting', stop: 'stopped', fail: 'failed' },
  stopped: {},
  succeeded: {},
  failed: {},
};

/** The state after the event; `undefined` when the event has no meaning in this state. An ended run never moves again. */
export function nextRunState(state: RunState, event: RunEvent): RunState | undefined {
  return transitions[state][event];
}

export function hasEnded(state: RunState): boolean {
  return Object.keys(transitions[state]).length === 0;
}
