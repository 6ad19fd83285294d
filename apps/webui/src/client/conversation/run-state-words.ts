import { describeRunState } from '../../shared/call-words.ts';
import type { Run } from '../../shared/threads.ts';

/** A run of Operator waits for its person all along, which is how it goes on: nothing is asked of them. */
export function runStateWords({ agent, state }: Pick<Run, 'agent' | 'state'>) {
  return describeRunState(agent === 'operator' && state === 'waiting' ? 'running' : state);
}
