import type {
  Desktop,
  DesktopLayout,
  DesktopTarget,
  OpenDesktopOptions,
  OpenTestWindowOptions,
  Permissions,
  ReadinessCheck,
  TestWindow,
} from '@harness-desktop/native-input';
import type { Clock } from '../clock/clock.ts';
import { chord, text } from './keyboard-steps.ts';
import { checkPicture, requireGone } from './picture-steps.ts';
import { cancelDrag, click, drag, move, scroll, scrollPixels } from './pointer-steps.ts';
import type { SelfTestReport, StepReport } from './self-test-report.ts';
import { checkPermissions } from './permission-steps.ts';
import { createStepRunner } from './step-runner.ts';
import type { StepRunner } from './step-runner.ts';
import { placeText, StepFailure } from './stage.ts';
import type { Stage } from './stage.ts';

export type SelfTestOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly openDesktop: (options: OpenDesktopOptions) => Promise<Desktop>;
  readonly checkReadiness: (options: OpenDesktopOptions) => Promise<readonly ReadinessCheck[]>;
  readonly loadPermissions: () => Promise<Permissions>;
  readonly openTestWindow: (options: OpenTestWindowOptions) => Promise<TestWindow>;
  readonly clock: Clock;
  /** Ends it early; what was pressed is released and the window is closed all the same. */
  readonly signal: AbortSignal;
  readonly onStep: (step: StepReport) => void;
};

/** What a self-test found, without what only the process knows. */
export type SelfTestFindings = Omit<SelfTestReport, 'report_version' | 'versions' | 'platform'>;

const cleanUpMs = 10_000;

type NamedStep = { readonly name: string; readonly run: (stage: Stage) => Promise<string> };

const steps: readonly NamedStep[] = [
  { name: 'capture', run: checkPicture },
  { name: 'move', run: move },
  { name: 'left click', run: click({ button: 'left', count: 1 }) },
  { name: 'right click', run: click({ button: 'right', count: 1 }) },
  { name: 'double click', run: click({ button: 'left', count: 2 }) },
  { name: 'scroll', run: scroll },
  { name: 'scroll by pixels', run: scrollPixels },
  { name: 'drag', run: drag },
  { name: 'cancelled drag', run: cancelDrag },
  { name: 'chord', run: chord },
  { name: 'text', run: text },
];

const notOfferedBy = ({ capabilities }: Desktop): SelfTestReport['not_offered'] => [
  ...(capabilities.textInput
    ? []
    : [{ name: 'text', detail: 'this platform types no text; keys are pressed one chord at a time' }]),
  ...(capabilities.scrollUnits.includes('pixels')
    ? []
    : [{ name: 'scroll by pixels', detail: 'this platform scrolls in steps only' }]),
];

const describeLayout = ({ targets }: DesktopLayout): string =>
  targets.map(({ name, area }) => `${name} ${area.width}x${area.height} at ${placeText(area)}`).join(', ');

const primaryOf = ({ targets: [target] }: DesktopLayout): DesktopTarget => {
  if (target) return target;
  throw new StepFailure('No monitor is connected.');
};

/** Leaves the desktop as it was found: the pointer goes back unless somebody took it meanwhile. */
const putBack = async (stage: Stage, before: { x: number; y: number }): Promise<string> => {
  const { desktop, window, layoutId, signal } = stage;
  const { x, y, width, height } = window.area;
  const now = await window.pointerAt();
  const isOurs = now.x >= x && now.y >= y && now.x < x + width && now.y < y + height;
  if (!isOurs) return 'somebody moved it; it stays where it is';
  const { effect } = await desktop.pointer.move({ layoutId, modifiers: [], point: before }, signal);
  if (effect !== 'executed') throw new StepFailure(`The system took the way back as "${effect}".`);
  return `back at ${placeText(before)}`;
};

const runOnWindow = async (runner: StepRunner, stage: Stage): Promise<void> => {
  const before = await stage.window.pointerAt();
  const missing = new Set(notOfferedBy(stage.desktop).map(({ name }) => name));
  try {
    for (const { name, run } of steps) {
      if (!missing.has(name)) await runner.step(name, async () => [await run(stage), undefined]);
    }
  } finally {
    const ending = { ...stage, signal: AbortSignal.timeout(cleanUpMs) };
    await runner.cleanUp('pointer', () => putBack(ending, before));
    await runner.cleanUp('close', async () => {
      await stage.window.close();
      await requireGone(ending);
      return 'the window is gone';
    });
  }
};

const runOnDesktop = async (
  runner: StepRunner,
  desktop: Desktop,
  options: SelfTestOptions,
): Promise<SelfTestReport['monitors']> => {
  const { environment, clock, signal } = options;
  const layout = await runner.step('describe', async () => {
    const found = await desktop.describe(signal);
    primaryOf(found);
    return [describeLayout(found), found];
  });
  if (!layout) return [];
  const target = primaryOf(layout);
  const window = await runner.step('window', async () => {
    const opened = await options.openTestWindow({ environment, signal, monitor: target.area });
    return [`opened at ${placeText(opened.area)}`, opened];
  });
  if (window) {
    try {
      await runOnWindow(runner, { desktop, window, target, layoutId: layout.layoutId, clock, signal });
    } finally {
      await window.close();
    }
  }
  return layout.targets.map(({ name, area, primary }) => ({ name, area, primary }));
};

const checkReady = async ({
  checkReadiness,
  environment,
  signal,
}: SelfTestOptions): Promise<readonly ReadinessCheck[]> => {
  try {
    return await checkReadiness({ environment, signal });
  } catch (error) {
    return [{ name: 'desktop', ok: false, detail: error instanceof Error ? error.message : String(error) }];
  }
};

const stepNames = ['describe', 'window', ...steps.map(({ name }) => name)];

/** Tries everything that this desktop offers, in a window of its own. Rejects only when that cannot be closed. */
export const runSelfTest = async (options: SelfTestOptions): Promise<SelfTestFindings> => {
  const { environment, clock, signal } = options;
  const startedAt = clock.now();
  const runner = createStepRunner(options);
  await checkPermissions(runner, options);
  const readiness = await checkReady(options);
  const isReady = readiness.every(({ ok }) => ok);
  if (!isReady) runner.stop('the desktop is not ready, so nothing was opened.');
  const desktop = await runner.step('connect', async () => [
    'connected',
    await options.openDesktop({ environment, signal }),
  ]);
  let monitors: SelfTestReport['monitors'] = [];
  let notOffered: SelfTestReport['not_offered'] = [];
  if (desktop) {
    try {
      notOffered = notOfferedBy(desktop);
      monitors = await runOnDesktop(runner, desktop, options);
    } finally {
      await desktop.close();
    }
  }
  const reports = runner.reports();
  const skipped = new Set([...reports, ...notOffered].map(({ name }) => name));
  const notRun = stepNames.filter((name) => !skipped.has(name));
  return {
    ok: isReady && reports.every(({ ok }) => ok) && notRun.length === 0 && runner.stopped() === null,
    stopped: runner.stopped(),
    started_at: startedAt.toISOString(),
    ms: clock.now().getTime() - startedAt.getTime(),
    readiness,
    monitors,
    steps: reports,
    not_offered: notOffered,
    not_run: notRun,
  };
};
