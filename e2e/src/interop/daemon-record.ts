import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { eventually } from '../harness/eventually.ts';

const pixelSchema = z.tuple([z.int(), z.int()]);

/** The lines that the Python daemon writes; `at` and `to` are pixels of its display, `params` those of the request. */
const shapes = {
  input: z.object({
    method: z.string(),
    operation_id: z.string(),
    params: z.record(z.string(), z.unknown()),
    at: pixelSchema.optional(),
    to: pixelSchema.optional(),
  }),
  input_end: z.object({ operation_id: z.string(), effect: z.string() }),
  image: z.object({
    observation_id: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    width: z.int(),
    height: z.int(),
  }),
  initialize: z.object({
    connection: z.int(),
    offered: z.array(z.string()),
    client: z.object({ name: z.string(), version: z.string() }),
  }),
  request: z.object({ method: z.string(), connection: z.int() }),
  connected: z.object({ connection: z.int() }),
  closed: z.object({ connection: z.int(), code: z.int().nullable(), reason: z.string().nullable() }),
  cancel: z.object({ target: z.string(), status: z.string() }),
  late: z.object({ method: z.string() }),
  reset: z.object({ handle: z.string(), status: z.int() }),
  session_expired: z.object({ session: z.string() }),
  /** What the Host did that the protocol does not allow. */
  complaint: z.object({ about: z.string() }),
} as const;
type Events = { [Name in keyof typeof shapes]: z.output<(typeof shapes)[Name]> };
type EventName = keyof Events;
const eventSchemas: { readonly [Name in EventName]: z.ZodType<Events[Name]> } = shapes;

const lineSchema = z.looseObject({ event: z.string() });

/** What reached the Python daemon, over all its starts. */
export class DaemonRecord {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  all<Name extends EventName>(name: Name): readonly Events[Name][] {
    const schema = eventSchemas[name];
    return readFileSync(this.#path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => lineSchema.parse(JSON.parse(line)))
      .filter(({ event }) => event === name)
      .map((line) => schema.parse(line));
  }

  /** Runs `act` and gives the events of this name that came meanwhile. */
  async during<Name extends EventName>(
    name: Name,
    act: () => Promise<unknown>,
  ): Promise<readonly Events[Name][]> {
    const before = this.all(name).length;
    await act();
    return this.all(name).slice(before);
  }

  /** Waits until there are so many events of this name and gives the last of them. */
  arrived<Name extends EventName>(
    name: Name,
    { count, timeoutMs = 10_000 }: { readonly count: number; readonly timeoutMs?: number },
  ): Promise<Events[Name]> {
    return eventually(() => this.all(name)[count - 1], {
      what: () => `event ${count} named ${name} of the daemon; there are ${this.all(name).length}`,
      timeoutMs,
    });
  }
}
