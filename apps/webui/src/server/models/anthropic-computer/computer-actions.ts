import * as z from 'zod';
import { computerToolCallSchema, type ComputerToolCall } from '../../../shared/computer-tools.ts';
import type { MappedCall, Point, SeenObservation, Size } from '../model-adapter.ts';
import { chordsOf } from './xdotool-keys.ts';

const pair = z.tuple([z.number(), z.number()]);

/** The input of the provider's tool, whichever version; fields that an action does not need are not looked at. */
const inputSchema = z.object({
  action: z.string(),
  coordinate: pair.nullish(),
  start_coordinate: pair.nullish(),
  region: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
  text: z.string().nullish(),
  duration: z.number().min(0).nullish(),
  repeat: z.int().min(1).max(100).nullish(),
  scroll_direction: z.enum(['up', 'down', 'left', 'right']).nullish(),
  scroll_amount: z.number().min(0).max(1000).nullish(),
});
type Input = z.output<typeof inputSchema>;

/** What an action works on: the default desktop and the screenshot that the model saw of it last. */
export type ActionSubject = {
  readonly alias: string;
  readonly newest: SeenObservation | undefined;
  /** False where a desktop takes pixels only. */
  readonly scrollsInSteps: boolean;
};

/** Said to the model: nothing was done, and how to mend it. */
class InvalidAction extends Error {
  override readonly name = 'InvalidAction';
}

type Calls = readonly unknown[];
type Action = (input: Input, subject: ActionSubject) => Calls;

const maxHoldMs = 10_000;
const maxWaitSeconds = 60;
/** As far as browsers scroll at one step of a wheel, about. */
const pixelsPerStep = 100;

/** Every action of the provider's tool, and which of our calls it is. */
const actions = new Map<string, Action>([
  ['screenshot', (_input, { alias }) => [{ tool: 'computer_observe', arguments: { alias } }]],
  // The answer to an observation says where the pointer is.
  ['cursor_position', (_input, { alias }) => [{ tool: 'computer_observe', arguments: { alias } }]],
  ['zoom', zoom],
  ['left_click', click('left', 1)],
  ['right_click', click('right', 1)],
  ['middle_click', click('middle', 1)],
  ['double_click', click('left', 2)],
  ['triple_click', click('left', 3)],
  ['mouse_move', (input, subject) => [{ tool: 'computer_move', arguments: at(input, subject) }]],
  ['left_click_drag', drag],
  ['scroll', scroll],
  [
    'type',
    ({ text }, { alias }) => [
      { tool: 'computer_type_text', arguments: { alias, text: required(text, 'text') } },
    ],
  ],
  ['key', ({ text, repeat }, subject) => repeated(press(text, subject), repeat ?? 1)],
  ['hold_key', ({ text, duration }, subject) => press(text, subject, holdMs(duration))],
]);

/** One action of the provider's computer tool as calls of our own tools. */
export function mapAction(rawInput: unknown, subject: ActionSubject): MappedCall {
  const parsed = inputSchema.safeParse(rawInput);
  if (!parsed.success)
    return { kind: 'invalid', message: `Nothing was done. ${z.prettifyError(parsed.error)}` };
  try {
    return mapped(parsed.data, subject);
  } catch (error) {
    if (!(error instanceof InvalidAction)) throw error;
    return { kind: 'invalid', message: `Nothing was done. ${error.message}` };
  }
}

function mapped(input: Input, subject: ActionSubject): MappedCall {
  if (input.action === 'wait') {
    return { kind: 'wait', milliseconds: waitMs(input.duration), observeAfter: true };
  }
  if (input.action === 'left_mouse_down' || input.action === 'left_mouse_up') {
    throw new InvalidAction(
      'A mouse button is never left pressed between two calls. Use left_click, or left_click_drag with start_coordinate and coordinate.',
    );
  }
  const action = actions.get(input.action);
  if (action === undefined)
    throw new InvalidAction(`There is no action ${JSON.stringify(input.action.slice(0, 40))}.`);
  const calls = action(input, subject).map(checked);
  const answersWithImage = calls.some(({ tool }) => tool === 'computer_observe' || tool === 'computer_zoom');
  return { kind: 'calls', calls, observeAfter: !answersWithImage };
}

function checked(call: unknown): ComputerToolCall {
  const parsed = computerToolCallSchema.safeParse(call);
  if (parsed.success) return parsed.data;
  throw new InvalidAction(parsed.error.issues.map(({ message }) => message).join(' '));
}

function click(button: string, count: number): Action {
  return (input, subject) => [
    {
      tool: 'computer_click',
      arguments: { ...at(input, subject), button, ...(count === 1 ? {} : { count }), ...held(input) },
    },
  ];
}

function drag(input: Input, { newest }: ActionSubject): Calls {
  const seen = shown(newest);
  const start = pointIn(seen, input.start_coordinate, 'start_coordinate');
  const end = pointIn(seen, input.coordinate, 'coordinate');
  const { observation_id } = seen;
  return [
    { tool: 'computer_drag', arguments: { observation_id, start, end, button: 'left', ...held(input) } },
  ];
}

/** One step of the provider's is one of ours, as a wheel turns: down shows what is further down. */
function scroll(input: Input, subject: ActionSubject): Calls {
  const amount = Math.round(input.scroll_amount ?? 3);
  const [x, y] = directions[required(input.scroll_direction, 'scroll_direction')];
  if (amount === 0) throw new InvalidAction('Give a scroll_amount of 1 or more.');
  const [size, unit] = subject.scrollsInSteps ? [1, 'steps'] : [pixelsPerStep, 'pixels'];
  const delta = { delta_x: x * amount * size, delta_y: y * amount * size, unit };
  return [{ tool: 'computer_scroll', arguments: { ...at(input, subject), ...delta, ...held(input) } }];
}

const directions = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

function zoom({ region }: Input, { newest }: ActionSubject): Calls {
  const seen = shown(newest);
  const [x1, y1, x2, y2] = required(region, 'region [x1, y1, x2, y2]').map(Math.round);
  const left = Math.max(0, Math.min(x1 ?? 0, x2 ?? 0));
  const top = Math.max(0, Math.min(y1 ?? 0, y2 ?? 0));
  const width = Math.min(Math.max(x1 ?? 0, x2 ?? 0), seen.width) - left;
  const height = Math.min(Math.max(y1 ?? 0, y2 ?? 0), seen.height) - top;
  if (width < 1 || height < 1)
    throw new InvalidAction(`The region must lie in the screenshot, ${sizeWords(seen)}.`);
  const { observation_id } = seen;
  return [
    { tool: 'computer_zoom', arguments: { observation_id, region: { x: left, y: top, width, height } } },
  ];
}

function press(text: Input['text'], { alias }: ActionSubject, hold_ms?: number): Calls {
  const found = chordsOf(required(text, 'text'));
  if ('unknown' in found) {
    throw new InvalidAction(
      `There is no key named ${JSON.stringify(found.unknown.slice(0, 40))}. Use names such as Return, ctrl+s, alt+Tab, F5, Page_Down; use the action type for text.`,
    );
  }
  if (found.chords.length === 0) throw new InvalidAction('Name a key in text.');
  const hold = hold_ms === undefined ? {} : { hold_ms };
  return found.chords.map((keys) => ({ tool: 'computer_press_keys', arguments: { alias, keys, ...hold } }));
}

const repeated = (calls: Calls, times: number) => Array.from({ length: times }, () => calls).flat();

function holdMs(duration: Input['duration']): number {
  const ms = Math.round(required(duration, 'duration, in seconds') * 1000);
  if (ms > maxHoldMs) throw new InvalidAction('A key is held for 10 seconds at most.');
  return ms;
}

function waitMs(duration: Input['duration']): number {
  const seconds = required(duration, 'duration, in seconds');
  if (seconds > maxWaitSeconds)
    throw new InvalidAction(`Wait ${maxWaitSeconds} seconds at most, then look again.`);
  return Math.round(seconds * 1000);
}

/** `text` of a pointer action names the keys that are held meanwhile. */
function held({ text }: Input): { modifiers?: readonly string[] } {
  if (text === null || text === undefined || text.trim() === '') return {};
  const found = chordsOf(text.trim());
  const [keys = [], ...others] = 'chords' in found ? found.chords : [];
  if (keys.length === 0 || others.length > 0 || !keys.every((key) => modifierNames.has(key))) {
    throw new InvalidAction(
      'With this action, text may only name shift, ctrl, alt and super, such as "ctrl+shift".',
    );
  }
  return { modifiers: keys };
}

const modifierNames: ReadonlySet<string> = new Set(['shift', 'control', 'alt', 'meta']);

function at(input: Input, { newest }: ActionSubject): { observation_id: string; point: Point } {
  const seen = shown(newest);
  return { observation_id: seen.observation_id, point: pointIn(seen, input.coordinate, 'coordinate') };
}

function shown(newest: SeenObservation | undefined): SeenObservation {
  if (newest === undefined)
    throw new InvalidAction('Take a screenshot first: a place is one in what you have seen.');
  return newest;
}

/** The edge itself still counts as the last pixel; what lies beyond is a mistake. */
function pointIn(size: Size, coordinate: Input['coordinate'], field: string): Point {
  const [x, y] = required(coordinate, `${field} [x, y]`).map(Math.round);
  if (x === undefined || y === undefined || x < 0 || y < 0 || x > size.width || y > size.height) {
    throw new InvalidAction(`${field} lies outside the newest screenshot, ${sizeWords(size)}.`);
  }
  return { x: clamped(x, size.width), y: clamped(y, size.height) };
}

const clamped = (value: number, length: number) => Math.min(Math.max(0, value), length - 1);
const sizeWords = ({ width, height }: Size) => `which is ${String(width)} × ${String(height)} pixels`;

function required<Value>(value: Value | null | undefined, field: string): Value {
  if (value === null || value === undefined) throw new InvalidAction(`This action needs ${field}.`);
  return value;
}
