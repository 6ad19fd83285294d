type Queued = { readonly thread_id: string; readonly run_id: string };

/** The runs that wait for their turn, thread by thread, in the order in which they were asked for. */
export class RunQueue<Waiting extends Queued> {
  readonly #threads = new Map<string, Waiting[]>();

  add(waiting: Waiting): void {
    const line = this.#threads.get(waiting.thread_id);
    if (line === undefined) this.#threads.set(waiting.thread_id, [waiting]);
    else line.push(waiting);
  }

  /** The one whose turn is next; it waits no more. */
  take(threadId: string): Waiting | undefined {
    const [next, ...behind] = this.#threads.get(threadId) ?? [];
    this.#keep(threadId, behind);
    return next;
  }

  /** True if it waited; it waits no more. */
  remove({ thread_id, run_id }: Queued): boolean {
    const line = this.#threads.get(thread_id) ?? [];
    const others = line.filter((waiting) => waiting.run_id !== run_id);
    this.#keep(thread_id, others);
    return others.length < line.length;
  }

  /** All that waited in the thread; none waits any more. */
  clear(threadId: string): readonly Waiting[] {
    const line = this.#threads.get(threadId) ?? [];
    this.#threads.delete(threadId);
    return line;
  }

  get threadIds(): readonly string[] {
    return [...this.#threads.keys()];
  }

  #keep(threadId: string, line: Waiting[]): void {
    if (line.length > 0) this.#threads.set(threadId, line);
    else this.#threads.delete(threadId);
  }
}
