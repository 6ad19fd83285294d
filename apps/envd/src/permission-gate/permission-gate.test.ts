import type { PermissionName, PermissionState, Permissions } from '@harness-desktop/native-input';
import { describe, expect, it } from 'vitest';
import { CliError } from '../cli/cli-error.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { passPermissionGate } from './permission-gate.ts';

type Answer = 'granted' | 'missing' | 'refused' | 'restart';
type Answers = readonly [screen: Answer, input: Answer];

const stateOf = (name: PermissionName, answer: Answer): PermissionState => ({
  name,
  granted: answer === 'granted',
  refusedThoughOn: answer === 'refused',
  needsRestart: answer === 'restart',
});

const terminal = {
  name: 'Terminal',
  path: '/System/Applications/Utilities/Terminal.app',
  bundleId: 'com.apple.Terminal',
};

/** The nth reading gets the nth answers, and later ones the last. */
const begin = (script: readonly Answers[], overrides: Partial<Permissions> = {}) => {
  const clock = createFakeClock();
  const stop = new AbortController();
  const requested: PermissionName[][] = [];
  const readAtMs: number[] = [];
  let err = '';
  const start = clock.now().getTime();
  const permissions: Permissions = {
    read: () => {
      const [screen, input] = script[Math.min(readAtMs.length, script.length - 1)] ?? ['missing', 'missing'];
      readAtMs.push(clock.now().getTime() - start);
      return Promise.resolve([stateOf('screen_recording', screen), stateOf('accessibility', input)]);
    },
    request: (names) => requested.push([...names]),
    responsible: () => terminal,
    checks: () => Promise.resolve([]),
    require: () => undefined,
    ...overrides,
  };
  let settled: 'passed' | CliError | null = null;
  const passing = passPermissionGate({
    permissions,
    environment: {},
    timeoutMs: 120_000,
    clock,
    signal: stop.signal,
    stderr: (text) => (err += text),
  }).then(
    () => (settled = 'passed'),
    (error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      settled = error;
    },
  );
  /** In steps of a poll, each of which is let run. */
  const advance = async (byMs: number): Promise<void> => {
    for (let passed = 0; passed <= byMs && settled === null; passed += 250) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      if (passed < byMs) clock.advance(250);
    }
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    clock,
    stop,
    requested,
    readAtMs,
    passing,
    advance,
    err: () => err,
    settled: () => settled,
    failure: () => {
      if (settled instanceof CliError) return settled;
      throw new Error(`the gate is ${settled === null ? 'waiting' : 'passed'}`);
    },
  };
};

describe('with both granted', () => {
  it('passes in silence and asks for nothing', async () => {
    const gate = begin([['granted', 'granted']]);
    await gate.passing;
    expect(gate.settled()).toBe('passed');
    expect({ requested: gate.requested, err: gate.err() }).toEqual({ requested: [], err: '' });
    expect(gate.readAtMs).toEqual([0]);
  });
});

describe('with something missing', () => {
  it('says what, in whose name macOS asks, where to turn it on and how long it waits', async () => {
    const gate = begin([['missing', 'missing']]);
    await gate.advance(0);
    expect(gate.err()).toBe(`macOS withholds what computer use needs:
  Screen Recording: to see the screen
  Accessibility: to move the pointer and press keys
macOS asks in the name of "Terminal" (/System/Applications/Utilities/Terminal.app). Turn it on for "Terminal" in
  System Settings > Privacy & Security > Screen & System Audio Recording
    open "x-apple.systempreferences:com.apple.preference.security?Privacy_ScreenCapture"
  System Settings > Privacy & Security > Accessibility
    open "x-apple.systempreferences:com.apple.preference.security?Privacy_Accessibility"
Waiting for it up to 120 s; Ctrl+C stops. Nothing is connected meanwhile.
`);
  });

  it('asks once, for nothing but what is missing', async () => {
    const gate = begin([['granted', 'missing']]);
    await gate.advance(60_000);
    expect(gate.requested).toEqual([['accessibility']]);
    expect(gate.err()).not.toContain('Screen Recording');
  });

  it('looks every 250 ms and passes with the last one granted', async () => {
    const gate = begin([
      ['missing', 'missing'],
      ['missing', 'missing'],
      ['granted', 'missing'],
      ['granted', 'granted'],
    ]);
    await gate.advance(2000);
    expect(gate.settled()).toBe('passed');
    expect(gate.readAtMs).toEqual([0, 250, 500, 750]);
    expect(gate.err()).toMatch(/Granted: Screen Recording\.\nGranted: Accessibility\.\n$/);
  });

  it('tells every ten seconds what is still missing and how much time is left', async () => {
    const gate = begin([
      ['missing', 'missing'],
      ['granted', 'missing'],
    ]);
    await gate.advance(25_000);
    expect(gate.err()).toContain(
      'Still missing: Accessibility. 110 s left.\nStill missing: Accessibility. 100 s left.\n',
    );
    expect(gate.err()).not.toContain('90 s left');
  });

  it('gives up after the time it was given, whatever the time of day was set to', async () => {
    const gate = begin([['missing', 'granted']]);
    gate.clock.setBy(3_600_000);
    await gate.advance(119_750);
    expect(gate.settled()).toBeNull();
    await gate.advance(250);
    expect(gate.failure()).toMatchObject({ exitCode: 1 });
    expect(gate.failure().message).toBe(
      'macOS did not grant Screen Recording to "Terminal" within 120 s, so nothing was connected. Turn it on in System Settings > Privacy & Security > Screen & System Audio Recording and start again; or start with --computer-use false.',
    );
  });

  it('gives up also when the system does not answer any more', async () => {
    let reads = 0;
    const never = new Promise<readonly PermissionState[]>(() => undefined);
    const first = [stateOf('screen_recording', 'missing')];
    const gate = begin([], { read: () => ((reads += 1) === 1 ? Promise.resolve(first) : never) });
    await gate.advance(121_000);
    expect(gate.failure().message).toContain('did not grant Screen Recording');
  });

  it('stops at once when the process is asked to end', async () => {
    const gate = begin([['missing', 'missing']]);
    await gate.advance(1000);
    gate.stop.abort();
    await gate.passing;
    expect(gate.failure()).toMatchObject({
      exitCode: 1,
      message: 'Stopped before macOS granted Screen Recording and Accessibility; nothing was connected.',
    });
  });

  it('does not wait for what only a new process can have', async () => {
    const gate = begin([
      ['missing', 'granted'],
      ['restart', 'granted'],
    ]);
    await gate.advance(1000);
    expect(gate.failure().message).toBe(
      'macOS granted Screen Recording, but only to programs that start from now on. Start a13n-envd again; if that is refused too, quit "Terminal" and open it again first. Nothing was connected.',
    );
  });

  it('waits on for the other one before a new start is worth it', async () => {
    const gate = begin([['restart', 'missing']]);
    await gate.advance(5000);
    expect(gate.settled()).toBeNull();
  });
});

describe('with a switch that is on and refused all the same', () => {
  const lines = async (responsible: Permissions['responsible']) => {
    const gate = begin([['refused', 'granted']], { responsible });
    await gate.advance(5000);
    return gate.err();
  };

  it('explains once how to reset it for an application', async () => {
    const err = await lines(() => terminal);
    expect(err.split('is on for "Terminal", and macOS refuses it')).toHaveLength(2);
    expect(err).toContain('turn "Terminal" off and on again');
    expect(err).toContain('tccutil reset ScreenCapture com.apple.Terminal');
    expect(err).toContain('Quit "Terminal", open it again and start a13n-envd anew');
  });

  it('finds the identifier of an application that did not tell it', async () => {
    const path = "/Applications/Ada's Term.app";
    const err = await lines(() => ({ name: "Ada's Term", path, bundleId: null }));
    expect(err).toContain(
      `tccutil reset ScreenCapture "$(mdls -raw -name kMDItemCFBundleIdentifier '/Applications/Ada'\\''s Term.app')"`,
    );
  });

  it('never suggests a reset of every application', async () => {
    const err = await lines(() => ({ name: 'node', path: '/usr/local/bin/node', bundleId: null }));
    expect(err).not.toContain('tccutil');
    expect(err).toContain('remove "node" from the list with the minus button');
  });

  it('passes when the reset helped', async () => {
    const gate = begin([
      ['granted', 'refused'],
      ['granted', 'missing'],
      ['granted', 'granted'],
    ]);
    await gate.advance(2000);
    expect(gate.settled()).toBe('passed');
  });
});
