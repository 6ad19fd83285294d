import type { DesktopLayout, DevicePoint } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { HeldNow, InputPort, LogicalButton, PixelScroll, RawInput, TextInput } from '../input-port.ts';
import { keyNames } from '../key-names.ts';
import { splitText } from '../split-text.ts';
import type { PersonHolds, ReceivedEvent } from './received-event.ts';

const modifierNames = ['shift', 'control', 'alt', 'meta'];
const logicalButtons = [
  'left',
  'middle',
  'right',
  'back',
  'forward',
  'wheel_up',
  'wheel_down',
  'wheel_left',
  'wheel_right',
] as const satisfies readonly LogicalButton[];

export type FakeInputControl = {
  /** Everything that reached the desktop, in order. */
  readonly events: readonly ReceivedEvent[];
  pointerAt(): DevicePoint;
  /** What is down, whoever pressed it: `key a`, `button left`. */
  down(): readonly string[];
  /** A person presses something. Returns the release. */
  hold(what: PersonHolds): () => void;
  /** The layout lacks these keys from now on. */
  setUnavailableKeys(keys: readonly string[]): void;
  clearEvents(): void;
  /** All the text that was typed, in order. */
  typed(): string;
  /** A person presses CapsLock. Tells whether it is on then. */
  toggleCapsLock(): boolean;
};

export type FakeInputSource = {
  readonly layout: () => DesktopLayout;
  /** Throws what the test arranged for this step. */
  readonly check: (step: 'input' | 'type' | 'release') => void;
  /** Whether it types text; it does not unless given. */
  readonly textInput?: boolean;
};

/** As few as a real desktop takes at once. */
const pieceUnits = 16;

export type FakeInput = { readonly port: InputPort; readonly control: FakeInputControl };

const label = ({ kind, name }: Pick<RawInput, 'kind' | 'name'>): string => `${kind} ${name}`;

const heldNow = (down: ReadonlySet<string>): HeldNow => ({
  buttons: logicalButtons.filter((name) => down.has(label({ kind: 'button', name }))),
  modifiers: modifierNames.filter((name) => down.has(label({ kind: 'key', name }))),
  isKeyDown: (key) => down.has(label(key)),
});

const eventOf = (input: RawInput, action: 'down' | 'up', point: DevicePoint): ReceivedEvent | undefined => {
  if (input.kind === 'key') return { kind: `key_${action}`, key: input.name };
  const button = logicalButtons.find((name) => name === input.name);
  switch (button) {
    case 'left':
    case 'middle':
    case 'right':
    case 'back':
    case 'forward':
      return { kind: `button_${action}`, button, point };
    case undefined:
      return undefined;
    default:
      // A wheel has no state: its press is the step and its release is nothing.
      return action === 'down' ? { kind: 'wheel', direction: button, point } : undefined;
  }
};

const createState = () => {
  const down = new Set<string>();
  const events: ReceivedEvent[] = [];
  let pointerAt: DevicePoint = { x: 0, y: 0 };
  let unavailable: readonly string[] = [];
  let typed = '';
  let isCapsLockOn = false;
  const change = (input: RawInput, action: 'down' | 'up') => {
    if (action === 'down') down.add(label(input));
    else down.delete(label(input));
    const event = eventOf(input, action, pointerAt);
    if (event) events.push(event);
  };
  const control: FakeInputControl = {
    events,
    pointerAt: () => pointerAt,
    down: () => [...down],
    hold(what) {
      const held = label({ kind: what.kind, name: what.kind === 'key' ? what.key : what.button });
      down.add(held);
      return () => down.delete(held);
    },
    setUnavailableKeys(keys) {
      unavailable = keys;
    },
    clearEvents() {
      events.length = 0;
    },
    typed: () => typed,
    toggleCapsLock: () => (isCapsLockOn = !isCapsLockOn),
  };
  const moveTo = (point: DevicePoint) => {
    pointerAt = point;
    events.push({ kind: 'motion', point });
  };
  const type = (piece: string) => {
    typed += piece;
  };
  const isUnavailable = (key: string) => unavailable.includes(key);
  const scrollBy = ({ x: deltaX, y: deltaY }: DevicePoint) => {
    events.push({ kind: 'pixel_scroll', deltaX, deltaY, point: pointerAt });
  };
  return { down, control, change, moveTo, type, scrollBy, isUnavailable };
};

const answer = <T>(read: () => T): Promise<T> => Promise.resolve().then(read);

/** Raw input that is recorded instead of sent. The person and we share one set of keys and buttons. */
export const createFakeInput = ({ layout, check, textInput = false }: FakeInputSource): FakeInput => {
  const state = createState();
  const resolveKey = (key: string): RawInput => {
    if (state.isUnavailable(key)) {
      throw new DesktopError('key_unavailable', `The keyboard layout has no key for "${key}".`);
    }
    return { kind: 'key', code: keyNames.indexOf(key) + 1, name: key };
  };
  const text: TextInput = {
    split: (whole) => splitText(whole, pieceUnits),
    send(piece) {
      check('type');
      state.type(piece);
    },
  };
  const pixelScroll: PixelScroll = {
    split: (distance) => [distance],
    send(part) {
      check('input');
      state.scrollBy(part);
    },
  };
  const port: InputPort = {
    pixelScroll,
    text: textInput ? text : undefined,
    layout: () => answer(layout),
    resolveButton: (name) => answer(() => ({ kind: 'button', code: logicalButtons.indexOf(name) + 1, name })),
    resolveChord: (keys) => answer(() => keys.map(resolveKey)),
    resolveModifiers: (modifiers) =>
      answer(() => {
        const missing = modifiers.find(state.isUnavailable);
        if (missing === undefined) return modifiers.map(resolveKey);
        throw new DesktopError('modifier_unavailable', `The keyboard layout has no key for ${missing}.`);
      }),
    held: () =>
      answer(() => {
        check('input');
        return heldNow(state.down);
      }),
    move(point) {
      check('input');
      state.moveTo(point);
    },
    press(input) {
      check('input');
      state.change(input, 'down');
    },
    release(input) {
      check('release');
      state.change(input, 'up');
    },
    flush: () => answer(() => check('release')),
  };
  return { port, control: state.control };
};
