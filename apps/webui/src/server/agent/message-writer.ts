import type { Message } from '../../shared/messages.ts';
import type { MessageJournal } from '../runs/message-journal.ts';

/** A reader sees new text at least this often, or as soon as there is this much of it. */
const batchMs = 80;
const batchLength = 400;
/** What may wait for the database before the model's stream has to. */
const maxWaiting = 16_384;

export type MessageWriterOptions = {
  readonly journal: MessageJournal;
  readonly message: Pick<Message, 'message_id' | 'run_id' | 'thread_id' | 'role'>;
};

/** Stores a text that comes in small pieces, in batches and in order. Whoever opens it settles it. */
export class MessageWriter {
  readonly #options: MessageWriterOptions;
  #waiting = '';
  /** How much of it is stored. */
  #storedLength = 0;
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();
  #isStoring = false;

  constructor(options: MessageWriterOptions) {
    this.#options = options;
  }

  /** Waits only when the database falls behind; throws what storing threw. */
  async add(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#waiting.length >= batchLength || this.#storedLength === 0) this.#store();
    else this.#timer ??= setTimeout(() => this.#store(), batchMs);
    if (this.#waiting.length >= maxWaiting) await this.#storing;
  }

  /** Nothing was said and nothing is stored when no text came. */
  async settle(state: 'finished' | 'cut'): Promise<void> {
    clearTimeout(this.#timer);
    await this.#storing;
    await this.#write(this.#waiting);
    this.#waiting = '';
    if (this.#storedLength > 0) await this.#options.journal.settle(this.#options.message.message_id, state);
  }

  #store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isStoring) return;
    this.#isStoring = true;
    // After one that failed nothing more is stored: the text would have a hole.
    this.#storing = this.#storing.then(() => this.#storeWaiting()).finally(() => (this.#isStoring = false));
    // Whoever settles hears of it.
    this.#storing.catch(() => undefined);
  }

  async #storeWaiting(): Promise<void> {
    do {
      const text = wholeCharacters(this.#waiting);
      this.#waiting = this.#waiting.slice(text.length);
      await this.#write(text);
    } while (this.#waiting.length >= batchLength);
  }

  async #write(text: string): Promise<void> {
    if (text === '') return;
    const { journal, message } = this.#options;
    const offset = this.#storedLength;
    if (offset > 0) await journal.grow(message.message_id, { offset, text });
    else await journal.begin({ ...message, text, state: 'streaming' });
    this.#storedLength += text.length;
  }
}

/** Without half a character at the end, which no database stores. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
