import type { Message } from '../../shared/messages.ts';
import type { Database } from '../database/connection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { announceChange } from '../threads/announced-change.ts';
import { createMessageRepository } from './message-repository.ts';
import { requireRun, type JournalContext } from './move-run.ts';
import { nextPosition } from './position-repository.ts';
import { hasEnded } from './run-state.ts';

type NewMessage = Omit<Message, 'position'>;

/** What is said in runs. Each text and the event that tells of it are stored together. */
export type MessageJournal = {
  /** Throws `run_ended` when the run says nothing more. */
  begin(message: Omit<NewMessage, 'created_at'>): Promise<Message>;
  /**
   * Adds to a text that is being written; ignored once it was settled, as by the end of its run. `offset`: how long the
   * text is that it goes on from.
   */
  grow(messageId: string, added: { readonly offset: number; readonly text: string }): Promise<void>;
  /** Ignored once it was settled. */
  settle(messageId: string, state: 'finished' | 'cut'): Promise<void>;
};

export function createMessageJournal(context: JournalContext): MessageJournal {
  return {
    begin: (message) =>
      announceChange(context, async (transaction) => {
        const { state } = await requireRun(transaction, message.run_id);
        if (hasEnded(state)) throw new ProblemError('run_ended', 'This run has ended. Start another one.');
        const created_at = context.clock.now().toISOString();
        const stored = await insertMessage(transaction, { ...message, created_at });
        return { result: stored, events: [{ type: 'message', message: stored }] };
      }),
    grow: (messageId, added) =>
      announceChange(context, async (transaction) => {
        const text = storableText(added.text);
        const place = await createMessageRepository(transaction).append(messageId, text);
        if (place === undefined) return { result: undefined, events: [] };
        const delta = { message_id: messageId, ...place, offset: added.offset, text };
        return { result: undefined, events: [{ type: 'message_delta', delta }] };
      }),
    settle: (messageId, state) =>
      announceChange(context, async (transaction) => {
        const messages = createMessageRepository(transaction);
        const message = await messages.find(messageId);
        if (message?.state !== 'streaming') return { result: undefined, events: [] };
        await messages.setState(messageId, state);
        return { result: undefined, events: [{ type: 'message', message: { ...message, state } }] };
      }),
  };
}

/** Takes the next place of the thread. */
export async function insertMessage(transaction: Database, message: NewMessage): Promise<Message> {
  const position = await nextPosition(transaction, message.thread_id);
  const stored = { ...message, text: storableText(message.text), position };
  await createMessageRepository(transaction).insert(stored);
  return stored;
}

/**
 * SQLite ends a text at a NUL and cannot hold half a character: both become the sign for what cannot be shown. The
 * length stays, so that whoever counts what was given knows where the stored text ends.
 */
function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
}
