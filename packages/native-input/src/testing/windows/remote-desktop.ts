import type {
  Desktop,
  DesktopCapabilities,
  DesktopLayout,
  Frame,
  InputResult,
  ReadinessCheck,
} from '../../desktop.ts';
import type { HeldPress } from '../../press-journal.ts';
import { fieldsOf } from './programs/message-channel.ts';
import type { WindowsProgram } from './start-windows-program.ts';

/** A desktop in the driver. What it tells comes in the order in which it happens there. */
export type RemoteDesktop = Desktop & {
  readonly notices: readonly string[];
  /** What the press journal holds. */
  held(): readonly HeldPress[];
};

export type DesktopDriver = {
  open(signal: AbortSignal): Promise<RemoteDesktop>;
  checkReadiness(signal: AbortSignal): Promise<readonly ReadinessCheck[]>;
  releaseLeftovers(held: readonly HeldPress[], signal: AbortSignal): Promise<readonly HeldPress[]>;
};

const has = (value: unknown, ...names: readonly string[]): boolean => {
  const fields = fieldsOf(value);
  return names.every((name) => fields.has(name));
};

const isOpened = (
  value: unknown,
): value is { readonly desktop: number; readonly capabilities: DesktopCapabilities } =>
  has(value, 'desktop', 'capabilities');
const isLayout = (value: unknown): value is DesktopLayout => has(value, 'layoutId', 'targets');
const isFrame = (value: unknown): value is Omit<Frame, 'rgb' | 'capturedAt'> & { capturedAt: string } =>
  has(value, 'target', 'layoutId', 'area', 'capturedAt');
const isResult = (value: unknown): value is InputResult => has(value, 'effect', 'cleanupComplete');
const isChecks = (value: unknown): value is readonly ReadinessCheck[] => Array.isArray(value);
const isHeld = (value: unknown): value is readonly HeldPress[] => Array.isArray(value);

const expectIs = <T>(value: unknown, is: (value: unknown) => value is T): T => {
  if (is(value)) return value;
  throw new Error(`The driver answered ${JSON.stringify(value)}.`);
};

type State = {
  readonly layoutListeners: Set<() => void>;
  readonly lostListeners: Set<(error: Error) => void>;
  readonly notices: string[];
  held: readonly HeldPress[];
};

const createState = (): State => ({
  layoutListeners: new Set(),
  lostListeners: new Set(),
  notices: [],
  held: [],
});

const listenTo = (driver: WindowsProgram, states: ReadonlyMap<unknown, State>): void => {
  const on = (event: string, tell: (state: State, fields: ReadonlyMap<string, unknown>) => void) =>
    driver.on(event, (value) => {
      const fields = fieldsOf(value);
      const state = states.get(fields.get('desktop'));
      if (state) tell(state, fields);
    });
  on('layoutChange', ({ layoutListeners }) => layoutListeners.forEach((listener) => listener()));
  on('lost', ({ lostListeners }, fields) =>
    lostListeners.forEach((listener) => listener(new Error(String(fields.get('message'))))),
  );
  on('notice', ({ notices }, fields) => notices.push(String(fields.get('message'))));
  on('journal', (state, fields) => (state.held = expectIs(fields.get('held'), isHeld)));
};

const createRemoteDesktop = (
  driver: WindowsProgram,
  { desktop, capabilities }: { readonly desktop: number; readonly capabilities: DesktopCapabilities },
  state: State,
): RemoteDesktop => {
  const input = async (name: string, argument: object, signal: AbortSignal): Promise<InputResult> =>
    expectIs((await driver.call(name, { desktop, ...argument }, signal)).value, isResult);
  return {
    capabilities,
    notices: state.notices,
    held: () => state.held,
    pointer: {
      click: (request, signal) => input('click', { request }, signal),
      move: (request, signal) => input('move', { request }, signal),
      drag: (request, signal) => input('drag', { request }, signal),
      scroll: (request, signal) => input('scroll', { request }, signal),
    },
    keyboard: {
      pressChord: (request, signal) => input('pressChord', { request }, signal),
      typeText: (text, signal) => input('typeText', { text }, signal),
    },
    describe: async (signal) =>
      expectIs((await driver.call('describe', { desktop }, signal)).value, isLayout),
    capture: async (request, signal) => {
      const { value, bytes } = await driver.call('capture', { desktop, request }, signal);
      const frame = expectIs(value, isFrame);
      return { ...frame, capturedAt: new Date(frame.capturedAt), rgb: bytes };
    },
    readiness: async (signal) =>
      expectIs((await driver.call('readiness', { desktop }, signal)).value, isChecks),
    onLayoutChange: (listener) => {
      state.layoutListeners.add(listener);
      return () => void state.layoutListeners.delete(listener);
    },
    onLost: (listener) => {
      state.lostListeners.add(listener);
      return () => void state.lostListeners.delete(listener);
    },
    close: async () => {
      await driver.call('close', { desktop });
    },
  };
};

/** Desktops that are open in a program under Wine, as if they were open here. */
export const createDesktopDriver = (driver: WindowsProgram): DesktopDriver => {
  const states = new Map<unknown, State>();
  listenTo(driver, states);
  return {
    open: async (signal) => {
      const opened = expectIs((await driver.call('open', {}, signal)).value, isOpened);
      const state = createState();
      states.set(opened.desktop, state);
      return createRemoteDesktop(driver, opened, state);
    },
    checkReadiness: async (signal) =>
      expectIs((await driver.call('checkReadiness', {}, signal)).value, isChecks),
    releaseLeftovers: async (held, signal) =>
      expectIs((await driver.call('releaseLeftovers', { held }, signal)).value, isHeld),
  };
};
