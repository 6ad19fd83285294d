import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { DisposableDesktop } from './disposable-desktop.ts';
import { eventually } from './eventually.ts';
import { startProgram } from './program.ts';
import { repositoryPath } from './repository-path.ts';
import type { Teardown } from './teardown.ts';

const placeSchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
const widgetsSchema = z.object({
  window: placeSchema,
  target: placeSchema,
  entry: placeSchema,
  list: placeSchema,
  canvas: placeSchema,
});
export type Place = z.infer<typeof placeSchema>;
type Widgets = z.infer<typeof widgetsSchema>;

/** `at` is the wall clock in seconds, `time` the X server's in milliseconds. */
const eventSchema = z.object({
  n: z.int(),
  type: z.string(),
  at: z.number(),
  widget: z.string().optional(),
  x_root: z.int().optional(),
  y_root: z.int().optional(),
  time: z.int().optional(),
  button: z.int().optional(),
  modifiers: z.array(z.string()).optional(),
  keysym: z.string().optional(),
  keycode: z.int().optional(),
  char: z.string().optional(),
  value: z.string().optional(),
  colour: z.string().optional(),
});
export type AppEvent = z.infer<typeof eventSchema>;

export type RecordingApp = {
  readonly widgets: Widgets;
  readonly colours: { readonly target: readonly string[]; readonly canvas: string };
  /** Everything the application has seen up to now. */
  events(): readonly AppEvent[];
  waitFor(what: string, match: (event: AppEvent) => boolean): Promise<AppEvent>;
  /** Runs `act` and gives what reached the application meanwhile, in order, nothing still on its way. */
  during(act: () => Promise<void>): Promise<readonly AppEvent[]>;
};

const readySchema = z.object({
  widgets: widgetsSchema,
  colours: z.object({ target: z.array(z.string()), canvas: z.string() }),
});

export type RecordingAppOptions = {
  readonly desktop: DisposableDesktop;
  /** WIDTHxHEIGHT+X+Y on the whole desktop. */
  readonly geometry?: string;
  readonly name?: string;
  readonly teardown: Teardown;
};

/** A real Tk application; what it recorded is what counts. */
export async function startRecordingApp(options: RecordingAppOptions): Promise<RecordingApp> {
  const { desktop, geometry = '1240x640+20+40', name = 'events', teardown } = options;
  const record = join(desktop.directory, `${name}.jsonl`);
  const program = await startProgram({
    command: '/usr/bin/python3',
    args: [repositoryPath('docker/xvfb-fixture/desktop-app.py'), '--record', record, '--geometry', geometry],
    environment: desktop.environment,
    teardown,
  });
  const { widgets, colours } = await program.line('output', (line) => readySchema.parse(JSON.parse(line)));

  const events = () => readRecord(record);
  const waitFor = (what: string, match: (event: AppEvent) => boolean) =>
    eventually(() => events().find(match), {
      what: () => `the application to see ${what}; it saw ${summary(events())}`,
    });
  return {
    widgets,
    colours,
    events,
    waitFor,
    during: async (act) => {
      const before = events().length;
      await act();
      const last = await sendSentinel(desktop, () => events().slice(before));
      return events()
        .slice(before)
        .filter((event) => event.n < last.n && !isSentinel(event));
    },
  };
}

const sentinelKeysym = 'F12';
const isSentinel = (event: AppEvent): boolean => event.keysym === sentinelKeysym;

/** A key by other means, after which nothing older can be on its way: the server delivers events in order. */
async function sendSentinel(
  desktop: DisposableDesktop,
  recent: () => readonly AppEvent[],
): Promise<AppEvent> {
  await desktop.run('xdotool', 'key', sentinelKeysym);
  return eventually(() => recent().find((event) => event.type === 'key_press' && isSentinel(event)), {
    what: () => `the sentinel key; the application saw ${summary(recent())}`,
  });
}

function readRecord(path: string): readonly AppEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => eventSchema.parse(JSON.parse(line)));
}

function summary(events: readonly AppEvent[]): string {
  const last = events.slice(-15).map((event) => `${event.type} ${event.keysym ?? event.button ?? ''}`.trim());
  return last.length === 0 ? 'nothing' : last.join(', ');
}

export const centreOf = ({ x, y, width, height }: Place): { x: number; y: number } => ({
  x: x + Math.floor(width / 2),
  y: y + Math.floor(height / 2),
});
