import * as z from 'zod';
import { eventually } from '../harness/eventually.ts';
import type { Teardown } from '../harness/teardown.ts';
import { startCalledProgram, type CalledProgram } from './called-program.ts';
import type { WindowsDesktop } from './windows-program.ts';

/** In the upper left corner; Notepad stands beside it. */
export const recordingPlace = { x: 0, y: 0, width: 600, height: 800 } as const;
/** What scripted models look for. */
export const recordingColour = '#c62828';
const colourArgument = String(0x28_28_c6);

const messagesSchema = z.array(
  z.object({ message: z.int(), wParam: z.int(), lParam: z.int(), timeMs: z.number() }),
);
type WindowMessage = z.infer<typeof messagesSchema>[number];

/** A message of the person’s input, in the words of the tests; points are pixels of the screen, since it begins at 0, 0. */
export type WindowEvent = {
  readonly type: 'move' | 'press' | 'release' | 'wheel' | 'key_down' | 'key_up' | 'character';
  /** 1 left, 2 right, 3 middle. */
  readonly button?: number;
  readonly x?: number;
  readonly y?: number;
  /** Steps of the wheel, positive away from the person. */
  readonly steps?: number;
  /** A virtual key. */
  readonly key?: number;
  readonly unit?: number;
};

export type RecordingWindow = {
  /** Everything it has received since it was cleared, nothing still on its way. */
  events(): Promise<readonly WindowEvent[]>;
  /** Runs `act` and gives what the window received meanwhile. */
  during(act: () => Promise<void>): Promise<readonly WindowEvent[]>;
  waitFor(what: string, match: (event: WindowEvent) => boolean): Promise<WindowEvent>;
  /** The virtual keys and buttons that Windows says are down: 1 is the left button, 16 Shift. */
  keysDown(): Promise<readonly number[]>;
  startProgram(name: string): Promise<void>;
  /** What stands in Notepad, by WM_GETTEXT; undefined while there is none. */
  notepadText(): Promise<string | undefined>;
  /** Waits until exactly this stands there: a program may read its keys after it was asked. */
  notepadHolds(text: string): Promise<void>;
};

/** A real Windows program whose window writes down each message that it receives. */
export async function startRecordingWindow(
  windows: WindowsDesktop,
  teardown: Teardown,
): Promise<RecordingWindow> {
  const { width, height } = recordingPlace;
  const program = await startCalledProgram({
    windows,
    name: 'application.ts',
    args: [String(width), String(height), colourArgument],
    teardown,
  });
  const notepadText = () => program.call('readText', z.string().optional(), ['Notepad', 'Edit']);
  const events = async () => (await program.call('received', messagesSchema)).flatMap(eventOf);
  return {
    events,
    during: async (act) => {
      await clear(program);
      await act();
      return events();
    },
    waitFor: (what, match) => {
      let last: readonly WindowEvent[] = [];
      return eventually(
        async () => {
          last = await events();
          return last.find(match);
        },
        { what: () => `the window to receive ${what}; it received ${JSON.stringify(last.slice(-15))}` },
      );
    },
    keysDown: () => program.call('keysDown', z.array(z.int())),
    startProgram: async (name) => {
      await program.call('start', z.int(), name);
    },
    notepadText,
    notepadHolds: async (text) => {
      let last: string | undefined;
      await eventually(
        async () => {
          last = await notepadText();
          return last === text ? true : undefined;
        },
        { what: () => `Notepad to hold ${JSON.stringify(text)}; it holds ${JSON.stringify(last)}` },
      );
    },
  };
}

const clear = (program: CalledProgram): Promise<unknown> => program.call('clear', z.unknown());

const press = (button: number) => ({ type: 'press', button }) as const;
const release = (button: number) => ({ type: 'release', button }) as const;

/** The second press of a double click has a message of its own, also when a drag begins with it. */
const buttons: Readonly<Record<number, ReturnType<typeof press> | ReturnType<typeof release>>> = {
  ...{ 0x201: press(1), 0x202: release(1), 0x203: press(1) },
  ...{ 0x204: press(2), 0x205: release(2), 0x206: press(2) },
  ...{ 0x207: press(3), 0x208: release(3), 0x209: press(3) },
};
const wheelStep = 120;

function eventOf({ message, wParam, lParam }: WindowMessage): readonly WindowEvent[] {
  const at = { x: signed(lParam), y: signed(lParam >>> 16) };
  const button = buttons[message];
  if (button !== undefined) return [{ ...button, ...at }];
  switch (message) {
    case 0x200:
      return [{ type: 'move', ...at }];
    case 0x20a:
      return [{ type: 'wheel', steps: signed(wParam >>> 16) / wheelStep, ...at }];
    case 0x100:
    case 0x104:
      return [{ type: 'key_down', key: wParam }];
    case 0x101:
    case 0x105:
      return [{ type: 'key_up', key: wParam }];
    case 0x102:
      return [{ type: 'character', unit: wParam }];
    default:
      return [];
  }
}

/** The lower 16 bits. */
const signed = (word: number): number => (word << 16) >> 16;

/** The text of the characters that arrived. */
export const typed = (events: readonly WindowEvent[]): string =>
  String.fromCharCode(...events.flatMap(({ type, unit = 0 }) => (type === 'character' ? [unit] : [])));

/** What was done to the window but for the moves in between, as short words. */
export const gestures = (events: readonly WindowEvent[]): readonly string[] =>
  events.flatMap(({ type, button, key, steps }) => {
    switch (type) {
      case 'press':
      case 'release':
        return [`${type} ${button ?? ''}`];
      case 'wheel':
        return [`wheel ${steps ?? ''}`];
      case 'key_down':
      case 'key_up':
        return [`${type} ${(key ?? 0).toString(16)}`];
      case 'move':
      case 'character':
        return [];
    }
  });
