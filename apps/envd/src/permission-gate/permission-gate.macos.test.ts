import type { MacosDouble } from '@harness-desktop/native-input/testing';
import { loadDoublePermissions } from '@harness-desktop/native-input/testing';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { passPermissionGate } from './permission-gate.ts';

/** The gate over the real bindings on a Mac that is played, with a clock that a poll moves on. */
const run = async (arrange: (double: MacosDouble) => void, timeoutMs = 120_000) => {
  const { double, permissions } = loadDoublePermissions();
  arrange(double);
  const clock = createFakeClock();
  const aliveBefore = double.countAlive();
  let err = '';
  const outcomes: string[] = [];
  const passing = passPermissionGate({
    permissions,
    environment: { __CFBundleIdentifier: 'com.apple.Terminal' },
    timeoutMs,
    clock,
    signal: new AbortController().signal,
    stderr: (text) => (err += text),
  }).then(
    () => outcomes.push('passed'),
    (error: unknown) => outcomes.push(String(error)),
  );
  while (outcomes.length === 0) {
    await new Promise(setImmediate);
    clock.advance(250);
  }
  await passing;
  expect(double.faults()).toEqual([]);
  expect(double.countAlive()).toBe(aliveBefore);
  return { outcome: outcomes[0], err, double };
};

const missing = (double: MacosDouble) => double.setPermissions({ seesScreen: false, actsOnInput: false });

describe('the gate on a Mac', () => {
  it('passes in silence with both', async () => {
    const { outcome, err, double } = await run(() => undefined);
    expect({ outcome, err, prompts: double.countPrompts() }).toEqual({
      outcome: 'passed',
      err: '',
      prompts: 0,
    });
  });

  it('makes macOS ask once for each and gives up in time, naming the terminal', async () => {
    const { outcome, err, double } = await run(missing, 5000);
    expect(outcome).toContain('did not grant Screen Recording and Accessibility to "Terminal" within 5 s');
    expect(err).toContain(
      'macOS asks in the name of "Terminal" (/System/Applications/Utilities/Terminal.app)',
    );
    expect(double.countPrompts()).toBe(2);
    expect(double.countCalls('AXIsProcessTrustedWithOptions')).toBe(1);
    expect(double.countCalls('CGRequestScreenCaptureAccess')).toBe(1);
  });

  it('passes with the look at which macOS grants it', async () => {
    const { outcome, err, double } = await run((mac) => {
      mac.answer('AXIsProcessTrusted', 0, { from: 1, to: 8 });
    });
    expect(outcome).toBe('passed');
    expect(err).toContain('Granted: Accessibility.');
    expect(double.countCalls('AXIsProcessTrusted')).toBeGreaterThanOrEqual(9);
  });

  it('explains a switch that is on and refused, with the command that resets it', async () => {
    const { outcome, err } = await run((mac) => mac.answer('CGDisplayCreateImageForRect', 0), 3000);
    expect(outcome).toContain('did not grant Screen Recording');
    expect(err).toContain('tccutil reset ScreenCapture com.apple.Terminal');
  });
});
