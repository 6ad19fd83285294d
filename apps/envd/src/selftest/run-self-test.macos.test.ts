import { startPlayedMac } from '@harness-desktop/native-input/testing';
import type { MacosDouble, PlayedMac } from '@harness-desktop/native-input/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../clock/clock.ts';
import type { StepReport } from './self-test-report.ts';
import { runSelfTest } from './run-self-test.ts';

const stepsOfMacos = [
  ...['permissions', 'connect', 'describe', 'window', 'capture', 'move', 'left click', 'right click'],
  ...[
    'double click',
    'scroll',
    'scroll by pixels',
    'drag',
    'cancelled drag',
    'chord',
    'text',
    'pointer',
    'close',
  ],
];

type SetUp = {
  readonly arrange?: (double: MacosDouble) => void;
  /** Once that step is over. */
  readonly after?: { readonly step: string; readonly change: (double: MacosDouble) => void };
};

const run = async ({ arrange, after }: SetUp = {}) => {
  const mac = startPlayedMac();
  onTestFinished(() => mac.close());
  mac.double.personMoves({ x: 10, y: 20 });
  arrange?.(mac.double);
  const onStep = ({ name }: StepReport): void => {
    if (name === after?.step) after.change(mac.double);
  };
  const findings = await runSelfTest({
    ...mac,
    environment: {},
    clock: createSystemClock(),
    signal: AbortSignal.timeout(25_000),
    onStep,
  });
  const step = (wanted: string) => findings.steps.find(({ name }) => name === wanted);
  return { mac, findings, step };
};

/** Nothing is down, shown or kept, and nothing was done that macOS would not forgive. */
const expectLeftAlone = async ({ double, window, countLeft }: PlayedMac): Promise<void> => {
  const { left, pools, faults } = await window.report();
  expect({ left, pools, faults }).toEqual({ left: 0, pools: 0, faults: [] });
  expect({ left: countLeft(), faults: double.faults() }).toEqual({ left: 0, faults: [] });
  expect(double.countDown()).toBe(0);
  expect(double.countPrompts()).toBe(0);
};

describe('the self-test on macOS', () => {
  it('passes with every step, and puts the pointer back', async () => {
    const { mac, findings, step } = await run();
    expect(findings.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings).toMatchObject({ ok: true, stopped: null, not_run: [], not_offered: [] });
    expect(findings.steps.map(({ name }) => name)).toEqual(stepsOfMacos);
    expect(step('permissions')?.detail).toBe('screen recording granted, accessibility granted');
    expect(step('text')?.detail).toBe('the text field holds Grüße, 日本語 😀');
    expect(mac.notices).toEqual([]);
    expect(mac.double.pointer()).toEqual({ x: 10, y: 20 });
    await expectLeftAlone(mac);
  });

  it.each([
    ['screen recording', { seesScreen: false, actsOnInput: true }],
    ['accessibility', { seesScreen: true, actsOnInput: false }],
  ])('says what is refused without %s, and sends nothing', async (name, permissions) => {
    const { mac, findings, step } = await run({ arrange: (double) => double.setPermissions(permissions) });
    expect(findings.ok).toBe(false);
    expect(findings.stopped).toContain('not ready');
    expect(findings.readiness.filter(({ ok }) => !ok).map((check) => check.name)).toEqual([name]);
    expect(step('permissions')).toMatchObject({ ok: false });
    expect(step('permissions')?.detail).toContain(`${name} not granted`);
    expect(step('refusal')?.detail).toContain(
      `nothing was opened: "The permission ${name} of macOS is not granted.`,
    );
    expect(step('refusal')?.ok).toBe(true);
    expect(findings.not_run).toContain('capture');
    expect([mac.double.countCalls('CGEventPost'), mac.double.countPrompts()]).toEqual([0, 0]);
  });

  it('fails when keys do not arrive', async () => {
    const { mac, findings, step } = await run({ arrange: (double) => double.swallowKeys() });
    expect(step('drag')?.ok).toBe(true);
    expect(step('chord')?.detail).toContain('it received nothing');
    expect(findings).toMatchObject({ ok: false, not_run: ['text'] });
    await expectLeftAlone(mac);
  });

  it('fails when a click arrives beside its place', async () => {
    const { mac, findings, step } = await run({ arrange: (double) => double.shiftClicks({ x: 0.5, y: 0 }) });
    expect(step('left click')?.detail).toMatch(/should have received left down .* it received left down/);
    expect(findings.not_run).toContain('right click');
    await expectLeftAlone(mac);
  });

  it('sends nothing more once another window is in front', async () => {
    const frame = { x: 0, y: 0, width: 1440, height: 900 };
    const { mac, findings } = await run({
      after: {
        step: 'scroll',
        change: (double) => double.openWindow({ frame, level: 25, takesKeyboard: false }),
      },
    });
    expect(findings.stopped).toContain('another window is in front at');
    expect(findings.not_run).toEqual(['drag', 'cancelled drag', 'chord', 'text']);
    await expectLeftAlone(mac);
  });

  it('sends no keys to another window', async () => {
    const frame = { x: 0, y: 0, width: 200, height: 100 };
    const { mac, findings, step } = await run({
      after: {
        step: 'cancelled drag',
        change: (double) => double.openWindow({ frame, level: 0, takesKeyboard: true }),
      },
    });
    expect(step('chord')?.detail).toBe('Nothing was sent, since another window has the keyboard.');
    expect(findings.not_run).toEqual(['text']);
    await expectLeftAlone(mac);
  });

  it.each([
    ['screen recording', { seesScreen: false, actsOnInput: true }, 'capture'],
    ['accessibility', { seesScreen: true, actsOnInput: false }, 'move'],
  ])('stops when macOS takes back %s in the middle', async (_name, permissions, failed) => {
    const { findings, step } = await run({
      after: {
        step: failed === 'capture' ? 'window' : 'capture',
        change: (double) => double.setPermissions(permissions),
      },
    });
    expect(step(failed)).toMatchObject({ ok: false });
    expect(step(failed)?.detail).toContain('macOS took back the permission');
    expect(findings.not_run).toContain('left click');
  });

  it('fails when the screen shows another window in its place', async () => {
    const { findings, step } = await run({
      arrange: (double) => {
        const frame = { x: 600, y: 300, width: 300, height: 300 };
        double.openWindow({ frame, level: 25, takesKeyboard: false });
      },
    });
    expect(step('capture')?.detail).toContain('where it has #');
    expect(findings.ok).toBe(false);
  });
});
