import type { Run } from '../../shared/threads.ts';
import type { Randomness } from '../randomness.ts';
import type { MessageJournal } from './message-journal.ts';

type RunNotice = {
  readonly run: Pick<Run, 'run_id' | 'thread_id'>;
  readonly text: string;
  readonly random: Randomness;
};

/** What the server says in the transcript of a run. Throws `run_ended` when the run says nothing more. */
export async function addNotice(
  messages: Pick<MessageJournal, 'begin'>,
  { run: { run_id, thread_id }, text, random }: RunNotice,
): Promise<void> {
  const message_id = `message-${random.uuid()}`;
  await messages.begin({ message_id, run_id, thread_id, role: 'notice', text, state: 'finished' });
}
