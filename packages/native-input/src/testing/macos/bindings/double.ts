import type { DevicePoint, DeviceArea } from '../../../desktop.ts';
import { declareGeometry } from '../../../macos/bindings/geometry.ts';
import { openLibrary } from '../../../macos/bindings/load-library.ts';
import type { LoadFramework } from '../../../macos/bindings/load-library.ts';
import { buildDouble } from '../build-double.ts';
import { withCheckedMessages } from './checked-messages.ts';

/** An event as a program on macOS gets it. */
export type MacosEvent = {
  /** CGEventType. */
  readonly type: number;
  /** In points. */
  readonly x: number;
  readonly y: number;
  readonly button: number;
  readonly clickState: number;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly flags: number;
  readonly key: number;
  /** 0 pixels, 1 lines. */
  readonly unit: number;
  readonly vertical: number;
  readonly horizontal: number;
  /** UTF-16 units. */
  readonly text: readonly number[];
};

/** A display as it is connected. `bounds` are points. */
export type DoubleDisplay = {
  readonly id: number;
  readonly bounds: DeviceArea;
  readonly pixels: { readonly width: number; readonly height: number };
  readonly mirrors?: number;
  readonly isBuiltin?: boolean;
};

/** Calls of a function, counted from the last reset: from the nth to the last of them unless `to` is given. */
type Calls = { readonly from: number; readonly to?: number };

/** What a test arranges and sees of the macOS that the double plays. There is one for the process. */
export type MacosDouble = {
  /** The backend's way to it. */
  readonly load: LoadFramework;
  /** As before the first call: no display, every permission, nothing held. */
  reset(): void;
  /** The process knows what there is; later changes it hears only from its run loop. */
  begin(): void;
  setDisplay(display: DoubleDisplay): void;
  unplug(displayId: number): void;
  /** The display is pulled out while the function is called for the nth time. */
  unplugAt(call: string, nth: number, displayId: number): void;
  /** These calls of a function do nothing and answer a number; 0 is also NULL and false. */
  answer(call: string, answer: number, calls?: Calls): void;
  delay(call: string, delayMs: number, calls?: Calls): void;
  /** Keys, buttons and flags show only this much later what was posted. */
  setLag(lagMs: number): void;
  setBlack(isBlack: boolean): void;
  /** Later captures have this size; the display's own with zeros. */
  setImageSize(width: number, height: number): void;
  setPermissions(permissions: { readonly seesScreen: boolean; readonly actsOnInput: boolean }): void;
  setSession(session: {
    readonly exists: boolean;
    readonly isShown: boolean;
    readonly isLocked: boolean;
  }): void;
  chooseLayout(name: 'us' | 'german' | 'russian' | 'without a table'): void;
  personKey(keyCode: number, isDown: boolean): void;
  personButton(button: number, isDown: boolean): void;
  /** To a point of the desktop. */
  personMoves(to: DevicePoint): void;
  toggleCapsLock(): boolean;
  pointer(): DevicePoint;
  countDown(): number;
  countCalls(call: string): number;
  /** How often macOS would have asked the person for a permission. */
  countPrompts(): number;
  /** Captures and drawings that kept the main thread busy. */
  countPixelsOnMainThread(): number;
  /** Objects that nobody has released. */
  countAlive(): number;
  countOpenPools(): number;
  /** Takes part in the desktop of a file, which the first process makes; after `reset`. */
  share(path: string, isFirst: boolean): void;
  /** A window of another program; programs float at level 3. */
  openWindow(window: {
    readonly frame: DeviceArea;
    readonly level: number;
    readonly takesKeyboard: boolean;
  }): void;
  countWindows(): number;
  /** Windows get no keys any more. */
  swallowKeys(): void;
  /** Windows get presses that many points from where they were made. */
  shiftClicks(by: DevicePoint): void;
  /** One a line, with their arguments. */
  calls(): readonly string[];
  /** What the real frameworks would not have forgiven, such as the use of a released object. */
  faults(): readonly string[];
  /** What the programs on the desktop got. */
  received(): readonly MacosEvent[];
};

const ever = 0x7fff_ffff;

const lines = (text: string): readonly string[] => text.split('\n').filter(Boolean);

const declareControls = (path: string) => {
  const { declare } = openLibrary(path);
  const { point, rect } = declareGeometry();
  return {
    reset: declare('double_reset', 'void', []) as () => void,
    begin: declare('double_begin', 'void', []) as () => void,
    setDisplay: declare('double_set_display', 'void', [
      ...['uint32', rect, 'uint32', 'uint32', 'uint32', 'bool'],
    ]) as (...display: [number, object, number, number, number, boolean]) => void,
    unplug: declare('double_unplug', 'void', ['uint32']) as (id: number) => void,
    unplugAt: declare('double_unplug_at', 'void', ['str', 'int', 'uint32']) as MacosDouble['unplugAt'],
    answer: declare('double_answer', 'void', ['str', 'int', 'int', 'longlong']) as (
      ...plan: [string, from: number, to: number, answer: number]
    ) => void,
    delay: declare('double_delay', 'void', ['str', 'int', 'int', 'int']) as (
      ...plan: [string, from: number, to: number, delayMs: number]
    ) => void,
    setLag: declare('double_set_lag', 'void', ['int']) as MacosDouble['setLag'],
    setBlack: declare('double_set_black', 'void', ['bool']) as MacosDouble['setBlack'],
    setImageSize: declare('double_set_image_size', 'void', [
      ...['uint32', 'uint32'],
    ]) as MacosDouble['setImageSize'],
    setPermissions: declare('double_set_permissions', 'void', ['bool', 'bool']) as (
      ...permissions: [boolean, boolean]
    ) => void,
    setSession: declare('double_set_session', 'void', ['bool', 'bool', 'bool']) as (
      ...session: [boolean, boolean, boolean]
    ) => void,
    chooseLayout: declare('double_choose_layout', 'void', ['str']) as MacosDouble['chooseLayout'],
    personKey: declare('double_person_key', 'void', ['uint16', 'bool']) as MacosDouble['personKey'],
    personButton: declare('double_person_button', 'void', ['uint32', 'bool']) as MacosDouble['personButton'],
    personMoves: declare('double_person_moves', 'void', [point]) as MacosDouble['personMoves'],
    toggleCapsLock: declare('double_toggle_caps_lock', 'bool', []) as () => boolean,
    pointer: declare('double_pointer', point, []) as () => DevicePoint,
    countDown: declare('double_down', 'int', []) as () => number,
    countCalls: declare('double_count', 'int', ['str']) as (call: string) => number,
    countPrompts: declare('double_prompts', 'int', []) as () => number,
    countPixelsOnMainThread: declare('double_pixels_on_main_thread', 'int', []) as () => number,
    countAlive: declare('double_alive', 'int', []) as () => number,
    countOpenPools: declare('double_open_pools', 'int', []) as () => number,
    share: declare('double_share', 'void', ['str', 'bool']) as MacosDouble['share'],
    openWindow: declare('double_open_window', 'int', [rect, 'int64', 'bool']) as (
      ...window: [object, number, boolean]
    ) => number,
    countWindows: declare('double_window_count', 'int', []) as () => number,
    swallowKeys: declare('double_swallow_keys', 'void', ['bool']) as (swallows: boolean) => void,
    shiftClicks: declare('double_shift_clicks', 'void', [point]) as MacosDouble['shiftClicks'],
    calls: declare('double_calls', 'str', []) as () => string,
    faults: declare('double_faults', 'str', []) as () => string,
    received: declare('double_received', 'str', []) as () => string,
  };
};

/** Builds the double when it is not built yet, and gives the control of it. */
export const openDouble = (): MacosDouble => {
  const path = buildDouble();
  const controls = declareControls(path);
  return {
    ...controls,
    load: () => withCheckedMessages(path),
    setDisplay: ({ id, bounds: { x, y, width, height }, pixels, mirrors = 0, isBuiltin = false }) =>
      controls.setDisplay(
        id,
        { origin: { x, y }, size: { width, height } },
        ...([pixels.width, pixels.height, mirrors, isBuiltin] as const),
      ),
    answer: (call, answer, { from, to = ever } = { from: 1 }) => controls.answer(call, from, to, answer),
    delay: (call, delayMs, { from, to = ever } = { from: 1 }) => controls.delay(call, from, to, delayMs),
    setPermissions: ({ seesScreen, actsOnInput }) => controls.setPermissions(seesScreen, actsOnInput),
    setSession: ({ exists, isShown, isLocked }) => controls.setSession(exists, isShown, isLocked),
    openWindow: ({ frame: { x, y, width, height }, level, takesKeyboard }) => {
      controls.openWindow({ origin: { x, y }, size: { width, height } }, level, takesKeyboard);
    },
    swallowKeys: () => controls.swallowKeys(true),
    calls: () => lines(controls.calls()),
    faults: () => lines(controls.faults()),
    // The double writes one object of that shape a line.
    received: () => lines(controls.received()).map((line) => JSON.parse(line) as MacosEvent),
  };
};
