import { createFakeDesktop } from '@harness-desktop/native-input/testing';
import type { FakeDesktop, FakeDesktopOptions } from '@harness-desktop/native-input/testing';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../clock/clock.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { createFakeTestWindow } from '../testing/fake-test-window.ts';
import type { FakeTestWindowOptions } from '../testing/fake-test-window.ts';
import { noPermissions } from '../testing/test-cli-io.ts';
import { runSelfTest } from './run-self-test.ts';
import type { SelfTestOptions } from './run-self-test.ts';

const stepsOfLinux = [
  ...['connect', 'describe', 'window', 'capture', 'move', 'left click', 'right click', 'double click'],
  ...['scroll', 'drag', 'cancelled drag', 'chord', 'pointer', 'close'],
];

type SetUp = {
  readonly desktop?: FakeDesktopOptions;
  readonly window?: FakeTestWindowOptions;
  readonly prepare?: (fake: FakeDesktop) => void;
  readonly options?: Partial<SelfTestOptions>;
};

const run = async ({ desktop = {}, window: windowOptions = {}, prepare, options = {} }: SetUp = {}) => {
  const fake = createFakeDesktop(desktop);
  const window = createFakeTestWindow(fake, windowOptions);
  prepare?.(fake);
  const findings = await runSelfTest({
    environment: {},
    openDesktop: () => Promise.resolve(window.desktop),
    loadPermissions: () => Promise.resolve(noPermissions),
    checkReadiness: () => Promise.resolve([{ name: 'fake', ok: true, detail: 'there' }]),
    openTestWindow: () => Promise.resolve(window),
    clock: createSystemClock(),
    signal: AbortSignal.timeout(20_000),
    onStep: () => undefined,
    ...options,
  });
  return {
    fake,
    window,
    findings,
    step: (wanted: string) => findings.steps.find(({ name }) => name === wanted),
  };
};

/** Waits for a picture are over at once. */
const hurried = () => ({ clock: createHurriedClock() });

/** A desktop without a person's hands on it. */
const expectLeftAlone = ({ fake, window }: Awaited<ReturnType<typeof run>>): void => {
  expect(fake.control.down()).toEqual([]);
  expect(fake.control.isClosed()).toBe(true);
  expect(window.isClosed()).toBe(true);
};

describe('the self-test', () => {
  it('passes with every step that the platform offers, and puts the pointer back', async () => {
    const result = await run();
    expect(result.findings.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(result.findings).toMatchObject({ ok: true, stopped: null, not_run: [] });
    expect(result.findings.steps.map(({ name }) => name)).toEqual(stepsOfLinux);
    expect(result.findings.not_offered.map(({ name }) => name)).toEqual(['text', 'scroll by pixels']);
    expect(result.fake.control.pointerAt()).toEqual({ x: 0, y: 0 });
    expectLeftAlone(result);
  });

  it('types where text is offered and reads it back', async () => {
    const capabilities = { scrollUnits: ['steps'], textInput: true } as const;
    const { findings, step } = await run({ desktop: { capabilities }, window: { hasTextField: true } });
    expect(step('text')).toMatchObject({ ok: true, detail: 'the text field holds Grüße, 日本語 😀' });
    expect(findings.ok).toBe(true);
  });

  it('scrolls by pixels where that is offered', async () => {
    const capabilities = { scrollUnits: ['pixels', 'steps'], textInput: false } as const;
    const { findings, step } = await run({ desktop: { capabilities } });
    expect(step('scroll by pixels')).toMatchObject({ ok: true });
    expect(findings).toMatchObject({ ok: true, not_run: [] });
  });

  it('tells a desktop that opens without the permission that it needs', async () => {
    const state = {
      name: 'accessibility',
      granted: false,
      refusedThoughOn: true,
      needsRestart: false,
    } as const;
    const permissions = { ...noPermissions, read: () => Promise.resolve([state]) };
    const failed = [{ name: 'accessibility', ok: false, detail: 'refused' }];
    const { findings, step, fake } = await run({
      options: {
        loadPermissions: () => Promise.resolve(permissions),
        checkReadiness: () => Promise.resolve(failed),
      },
    });
    expect(step('permissions')?.detail).toBe('accessibility on, but refused');
    expect(step('refusal')).toMatchObject({
      ok: false,
      detail: 'The desktop was opened although a permission is missing.',
    });
    expect(findings).toMatchObject({
      ok: false,
      stopped: 'the desktop is not ready, so nothing was opened.',
    });
    expect(fake.control.isClosed()).toBe(true);
  });

  it('reports permissions that cannot be read', async () => {
    const loadPermissions = () => Promise.reject(new Error('no such library'));
    const { findings, step } = await run({ options: { loadPermissions } });
    expect(step('permissions')).toMatchObject({ ok: false, detail: 'no such library' });
    expect(findings).toMatchObject({ ok: false, stopped: 'no such library' });
  });

  it('sees that red and blue are swapped, and goes on', async () => {
    const { findings, step } = await run({
      window: { show: ([red, green, blue]) => [blue, green, red] },
      options: hurried(),
    });
    expect(step('capture')?.detail).toContain('red and blue are swapped');
    expect(step('cancelled drag')?.ok).toBe(true);
    expect(findings).toMatchObject({ ok: false, stopped: null, not_run: [] });
  });

  it('sees that the picture is off by one pixel', async () => {
    const { step } = await run({ window: { shiftPixels: 1 }, options: hurried() });
    expect(step('capture')).toMatchObject({ ok: false });
  });

  it('sends nothing more once another window is in front', async () => {
    const why = 'another window is in front at (1, 1)';
    const result = await run({ window: { obstacle: { afterEvents: 3, why } } });
    expect(result.findings.stopped).toBe(`Nothing was sent, since ${why}.`);
    expect(result.findings.not_run).toEqual(stepsOfLinux.slice(7, -2));
    expect(result.fake.control.events.filter(({ kind }) => kind !== 'motion')).toHaveLength(2);
    expectLeftAlone(result);
  });

  it('stops when the pointer does not get where it was sent', async () => {
    const move = () => Promise.resolve({ effect: 'executed', cleanupComplete: true, interrupted: false });
    const { findings } = await run({ prepare: ({ pointer }) => void Object.assign(pointer, { move }) });
    expect(findings.stopped).toContain('The pointer should be at');
    expect(findings.not_run).toContain('left click');
  });

  it('stops when somebody takes the pointer, and leaves it there', async () => {
    const { findings, step, fake } = await run({ window: { takenAfterEvents: 6 } });
    expect(findings.stopped).toContain('somebody moved the pointer');
    expect(findings.not_run).toContain('drag');
    expect(step('pointer')?.detail).toContain('it stays where it is');
    expect(fake.control.pointerAt()).not.toEqual({ x: 0, y: 0 });
  });

  it('leaves a key alone that a person holds, and says so', async () => {
    const { fake, findings } = await run({
      prepare: ({ control }) => void control.hold({ kind: 'key', key: 'shift' }),
    });
    expect(findings.stopped).toContain('shift');
    expect(fake.control.down()).toEqual(['key shift']);
    expect(fake.control.events.filter(({ kind }) => kind !== 'motion')).toEqual([]);
  });

  it('opens nothing on a desktop that is not ready', async () => {
    const failed = [{ name: 'session', ok: false, detail: 'locked' }];
    const { findings, window, fake } = await run({
      options: { checkReadiness: () => Promise.resolve(failed) },
    });
    expect(findings).toMatchObject({ ok: false, readiness: failed, steps: [] });
    expect(findings.stopped).toContain('not ready');
    expect([window.isClosed(), fake.control.isClosed()]).toEqual([false, false]);
  });

  it('releases, puts back and closes when it is interrupted in the middle of a drag', async () => {
    const stop = new AbortController();
    let isDragNext = false;
    const journal = { record: (held: readonly unknown[]) => isDragNext && held.length > 0 && stop.abort() };
    const result = await run({
      desktop: { journal },
      options: { signal: stop.signal, onStep: ({ name }) => (isDragNext ||= name === 'scroll') },
    });
    expect(result.step('drag')).toMatchObject({ ok: false, detail: 'It was interrupted.' });
    expect(result.step('close')).toMatchObject({ ok: true });
    expect(result.findings).toMatchObject({ ok: false, not_run: ['cancelled drag', 'chord'] });
    expect(result.fake.control.pointerAt()).toEqual({ x: 0, y: 0 });
    expectLeftAlone(result);
  });

  it('reports a window that cannot be opened, and closes the desktop', async () => {
    const openTestWindow = () => Promise.reject(new Error('no room'));
    const { findings, step, fake } = await run({ options: { openTestWindow } });
    expect(step('window')).toMatchObject({ ok: false, detail: 'no room' });
    expect(findings.not_run).toContain('capture');
    expect(fake.control.isClosed()).toBe(true);
  });
});
