import { onTestFinished } from 'vitest';
import type {
  ChordRequest,
  ClickRequest,
  Desktop,
  DesktopLayout,
  DesktopTarget,
  DevicePoint,
  DragRequest,
  MoveRequest,
  ScrollRequest,
} from '../../desktop.ts';
import { DesktopError } from '../../desktop-error.ts';
import type { DesktopErrorCode } from '../../desktop-error.ts';
import type { PersonHolds, ReceivedEvent } from '../received-event.ts';

/**
 * One desktop with an application on it that fills at least 800x600 pixels from the top left corner and reads the
 * keyboard. Each test makes its own and closes it.
 */
export type DesktopHarness = {
  readonly desktop: Desktop;
  /** What the application received, everything sent before this call included. */
  received(): Promise<readonly ReceivedEvent[]>;
  pointerAt(): Promise<DevicePoint>;
  /** How many keys and buttons are down, whoever pressed them. */
  countDown(): Promise<number>;
  /** A person presses something; the answer releases it. */
  hold(what: PersonHolds): Promise<() => Promise<void>>;
  /** Gives the monitors another geometry; resolves when the desktop can see it. */
  changeLayout(): Promise<void>;
  close(): Promise<void>;
};

type ContractSetUp = {
  readonly harness: DesktopHarness;
  readonly desktop: Desktop;
  readonly layout: DesktopLayout;
  readonly layoutId: string;
};

/** What a group of the contract tests on; it is closed with its test. */
export type SetUpContract = () => Promise<ContractSetUp>;

export const createSetUp =
  (createHarness: () => Promise<DesktopHarness>): SetUpContract =>
  async () => {
    const harness = await createHarness();
    onTestFinished(() => harness.close());
    const layout = await harness.desktop.describe(soon());
    return { harness, desktop: harness.desktop, layout, layoutId: layout.layoutId };
  };

const refusal = async (call: Promise<unknown>): Promise<DesktopError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DesktopError) return error;
  throw new Error('The call should have been refused with a DesktopError.', { cause: error });
};

export const refusalCode = async (call: Promise<unknown>): Promise<DesktopErrorCode> =>
  (await refusal(call)).code;

export const soon = (): AbortSignal => AbortSignal.timeout(20_000);

export const firstTarget = ({ targets: [target] }: DesktopLayout): DesktopTarget => {
  if (!target) throw new Error('The harness has no monitor.');
  return target;
};

export const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
export const stopped = { effect: 'partial', cleanupComplete: true, interrupted: true };
export const at = { x: 300, y: 200 };

type Given<Request> = Pick<Request, Extract<'layoutId', keyof Request>> & Partial<Request>;

export const clickOf = (given: Given<ClickRequest>): ClickRequest => ({
  modifiers: [],
  point: at,
  button: 'left',
  count: 1,
  ...given,
});

export const moveOf = (given: Given<MoveRequest>): MoveRequest => ({ modifiers: [], point: at, ...given });

/** A long one, unless something else is given. */
export const dragOf = (given: Given<DragRequest>): DragRequest => ({
  modifiers: [],
  path: [at, { x: 700, y: 500 }],
  button: 'left',
  durationMs: 3000,
  ...given,
});

export const scrollOf = (given: Given<ScrollRequest>): ScrollRequest => ({
  modifiers: [],
  point: at,
  deltaX: 0,
  deltaY: 0,
  unit: 'steps',
  ...given,
});

export const chordOf = (keys: readonly string[], holdMs = 0): ChordRequest => ({ keys, holdMs });

export const kinds = (events: readonly ReceivedEvent[]): string[] => events.map(({ kind }) => kind);
export const withoutMotion = (events: readonly ReceivedEvent[]): ReceivedEvent[] =>
  events.filter(({ kind }) => kind !== 'motion');
export const motions = (events: readonly ReceivedEvent[]): DevicePoint[] =>
  events.flatMap((event) => (event.kind === 'motion' ? [event.point] : []));
