import type { Clock } from '../clock.ts';
import { createSystemClock } from '../clock.ts';
import type {
  Desktop,
  DesktopCapabilities,
  DesktopLayout,
  DesktopTarget,
  ReadinessCheck,
} from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import { createGestureRunner } from '../gesture.ts';
import { createKeyboard } from '../keyboard-gestures.ts';
import { layoutDigest } from '../layout-digest.ts';
import { createPointer } from '../pointer-gestures.ts';
import type { PressJournal } from '../press-journal.ts';
import { throwIfCancelled } from '../serial-gate.ts';
import { createFakeCamera } from './fake-camera.ts';
import type { FakeCameraControl } from './fake-camera.ts';
import { createFakeInput } from './fake-input.ts';
import type { FakeInputControl } from './fake-input.ts';

export type FakeDesktopOptions = {
  /** Primary first; one monitor of 1920x1080 unless given. */
  readonly targets?: readonly DesktopTarget[];
  /** Real time unless given. */
  readonly clock?: Clock;
  /** Scrolls in steps and types no text unless given. */
  readonly capabilities?: DesktopCapabilities;
  readonly readiness?: readonly ReadinessCheck[];
  readonly journal?: PressJournal;
};

/** The steps that a test can make fail. `input` is any raw event but text, or the look at what is held. */
export type FakeStep = 'describe' | 'capture' | 'input' | 'type' | 'release';

/** What a test sets and sees of a fake desktop. */
export type FakeDesktopControl = FakeInputControl &
  FakeCameraControl & {
    /** Replaces the monitors and tells the listeners. */
    setTargets(targets: readonly DesktopTarget[]): void;
    /** Every later step of this kind throws, until cleared with `undefined`. */
    setFailure(step: FakeStep, error: DesktopError | undefined): void;
    /** The display server is gone: listeners are told and every later call rejects with `desktop_lost`. */
    lose(): void;
    isClosed(): boolean;
  };

export type FakeDesktop = Desktop & { readonly control: FakeDesktopControl };

const defaultTargets: readonly DesktopTarget[] = [
  { targetId: 'display-0-1', name: 'FAKE-1', area: { x: 0, y: 0, width: 1920, height: 1080 }, primary: true },
];

const layoutOf = (targets: readonly DesktopTarget[]): DesktopLayout => ({
  layoutId: layoutDigest(targets),
  targets,
});

const createServer = (options: FakeDesktopOptions) => {
  let layout = layoutOf(options.targets ?? defaultTargets);
  let lost: DesktopError | undefined;
  let closed = false;
  const failures = new Map<FakeStep, DesktopError>();
  const layoutListeners = new Set<() => void>();
  const lostListeners = new Set<(error: Error) => void>();
  const check = (step: FakeStep): void => {
    if (lost) throw lost;
    const failure = failures.get(step);
    if (failure) throw failure;
  };
  const lose = (error: DesktopError): void => {
    if (lost) return;
    lost = error;
    if (!closed) for (const listener of lostListeners) listener(error);
  };
  return {
    check,
    lose,
    layout: () => {
      check('describe');
      return layout;
    },
    setTargets: (targets: readonly DesktopTarget[]) => {
      layout = layoutOf(targets);
      for (const listener of layoutListeners) listener();
    },
    setFailure: (step: FakeStep, error: DesktopError | undefined) => {
      if (error) failures.set(step, error);
      else failures.delete(step);
    },
    onLayoutChange: (listener: () => void) => {
      layoutListeners.add(listener);
      return () => void layoutListeners.delete(listener);
    },
    onLost: (listener: (error: Error) => void) => {
      lostListeners.add(listener);
      return () => void lostListeners.delete(listener);
    },
    close: () => {
      closed = true;
      lose(new DesktopError('desktop_lost', 'This desktop connection was closed; open a new one.'));
    },
    isClosed: () => closed,
  };
};

/** A desktop that records. It runs the same gestures as the real ones over raw input that goes nowhere. */
export const createFakeDesktop = (options: FakeDesktopOptions = {}): FakeDesktop => {
  const clock = options.clock ?? createSystemClock();
  const capabilities = options.capabilities ?? { scrollUnits: ['steps'], textInput: false };
  const server = createServer(options);
  const input = createFakeInput({ ...server, textInput: capabilities.textInput });
  const camera = createFakeCamera({ ...server, pointerAt: () => input.control.pointerAt(), clock });
  const gestures = createGestureRunner({
    port: input.port,
    clock,
    onNotice: () => undefined,
    journal: options.journal,
  });
  const control: FakeDesktopControl = {
    ...input.control,
    ...camera.control,
    setTargets: server.setTargets,
    setFailure: server.setFailure,
    lose: () => server.lose(new DesktopError('desktop_lost', 'The display server went away.')),
    isClosed: server.isClosed,
  };
  return {
    capabilities,
    control,
    pointer: createPointer(input.port, gestures, capabilities),
    keyboard: createKeyboard(input.port, gestures),
    describe: (signal) =>
      Promise.resolve().then(() => {
        throwIfCancelled(signal);
        return server.layout();
      }),
    capture: (request, signal) => camera.capture(request, signal),
    readiness: () =>
      Promise.resolve().then(() => {
        server.check('describe');
        return options.readiness ?? [{ name: 'fake', ok: true, detail: 'a recording fake for tests' }];
      }),
    onLayoutChange: server.onLayoutChange,
    onLost: server.onLost,
    close: async () => {
      await gestures.close();
      server.close();
    },
  };
};
