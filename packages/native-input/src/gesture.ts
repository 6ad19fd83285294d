import type { Clock } from './clock.ts';
import type { DevicePoint, InputResult } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { DesktopErrorCode } from './desktop-error.ts';
import { createHeldInput, isBlocked } from './held-input.ts';
import type { HeldInput } from './held-input.ts';
import type { InputPort, PixelScroll, RawInput, TextInput } from './input-port.ts';
import type { PressJournal } from './press-journal.ts';
import { createSerialGate, throwIfCancelled } from './serial-gate.ts';

/** What a gesture may do once every precondition holds. */
export type GestureStage = {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly move: (point: DevicePoint) => void;
  readonly press: (input: RawInput) => void;
  readonly release: (input: RawInput) => void;
  readonly type: (text: TextInput, piece: string) => void;
  readonly scroll: (pixels: PixelScroll, part: DevicePoint) => void;
  readonly flush: () => Promise<void>;
};

/**
 * A gesture in two parts. The first looks things up and refuses with a `DesktopError`; the function that it returns
 * sends the events. Nothing may be sent in the first.
 */
export type Gesture = () => Promise<(stage: GestureStage) => Promise<void>>;

export type GestureRunner = {
  run(gesture: Gesture, signal: AbortSignal): Promise<InputResult>;
  /** Ends the running gesture, releases what is held and refuses later ones. */
  close(): Promise<void>;
};

const closedError = () =>
  new DesktopError('desktop_lost', 'This desktop connection was closed; open a new one.');

export type GestureParts = {
  readonly port: InputPort;
  readonly clock: Clock;
  /** Told why a gesture that had begun could not be finished. */
  readonly onNotice: (message: string) => void;
  readonly journal?: PressJournal | undefined;
};

type Progress = { anySent: boolean };
type StageParts = Pick<GestureParts, 'port' | 'clock'> &
  Pick<GestureStage, 'signal'> & { readonly held: HeldInput };

const createStage = ({ port, clock, held, signal }: StageParts, progress: Progress): GestureStage => {
  const sending =
    <T>(send: (what: T) => void) =>
    (what: T) => {
      send(what);
      progress.anySent = true;
    };
  return {
    clock,
    signal,
    move: sending((point) => port.move(point)),
    press: sending((input) => held.press(input)),
    release: sending((input) => held.release(input)),
    type: (text, piece) => {
      try {
        text.send(piece);
      } catch (error) {
        // The first characters of the piece may stand there already.
        if (!isBlocked(error)) progress.anySent = true;
        throw error;
      }
      progress.anySent = true;
    },
    scroll: (pixels, part) => {
      pixels.send(part);
      progress.anySent = true;
    },
    flush: () => port.flush(),
  };
};

/** What ends a gesture before its next event, which then never reaches the system. */
const refusals: readonly DesktopErrorCode[] = ['input_held', 'layout_changed', 'no_targets'];

const isRefused = (error: unknown): boolean =>
  isBlocked(error) || (error instanceof DesktopError && refusals.includes(error.code));

export const createGestureRunner = ({ port, clock, onNotice, journal }: GestureParts): GestureRunner => {
  const gate = createSerialGate();
  const held = createHeldInput(port, journal);
  const closing = new AbortController();

  const perform = async (
    events: (stage: GestureStage) => Promise<void>,
    signal: AbortSignal,
  ): Promise<InputResult> => {
    const progress: Progress = { anySent: false };
    const stage = createStage({ port, clock, held, signal }, progress);
    let effect: InputResult['effect'] = 'executed';
    try {
      await events(stage);
    } catch (error) {
      if (!progress.anySent) {
        // A first press that failed half way must neither stay down nor count as ours later.
        await held.releaseAll();
        throw error;
      }
      const isStopped = signal.aborted && !(error instanceof DesktopError);
      // Any other error of the system says nothing of how much it took, also when the caller gave up at the same time.
      effect = isStopped || isRefused(error) ? 'partial' : 'unknown';
      if (!isStopped) onNotice(`A gesture ended early: ${String(error)}`);
    }
    const cleanupComplete = await held.releaseAll();
    return { effect, cleanupComplete, interrupted: signal.aborted && effect !== 'executed' };
  };

  return {
    run(gesture, callerSignal) {
      if (closing.signal.aborted) return Promise.reject(closedError());
      const signal = AbortSignal.any([callerSignal, closing.signal]);
      return gate(signal, async () => {
        // What a lock screen kept us from letting go of would be taken for a person's.
        if (held.isHolding()) await held.releaseAll();
        const events = await gesture();
        throwIfCancelled(signal);
        return perform(events, signal);
      });
    },
    async close() {
      closing.abort();
      await gate(new AbortController().signal, async () => {
        await held.releaseAll();
      });
    },
  };
};
