import { afterEach, describe, expect, it } from 'vitest';
import { loadDoublePermissions } from '../testing/macos/load-double-permissions.ts';
import type { DoublePermissions } from '../testing/macos/load-double-permissions.ts';
import type { PermissionAnswers } from './permission-answers.ts';

const signal = new AbortController().signal;
const granted = { granted: true, refusedThoughOn: false, needsRestart: false };
const missing = { granted: false, refusedThoughOn: false, needsRestart: false };
const refused = { granted: false, refusedThoughOn: true, needsRestart: false };
const restart = { granted: false, refusedThoughOn: false, needsRestart: true };
const states = (screen: object, input: object) => [
  { name: 'screen_recording', ...screen },
  { name: 'accessibility', ...input },
];
const withheld: unknown = expect.objectContaining({ code: 'permission_missing' });

let used: { readonly parts: DoublePermissions; readonly alive: number } | null = null;
/** Whatever a test does, nothing of the system's may be left or misused. */
const begin = (...given: Parameters<typeof loadDoublePermissions>): DoublePermissions => {
  const parts = loadDoublePermissions(...given);
  used = { parts, alive: parts.double.countAlive() };
  return parts;
};
afterEach(() => {
  expect(used?.parts.double.faults()).toEqual([]);
  expect(used?.parts.double.countAlive()).toBe(used?.alive);
});

describe('reading', () => {
  it.each([
    [true, true, states(granted, granted)],
    [false, true, states(missing, granted)],
    [true, false, states(granted, missing)],
    [false, false, states(missing, missing)],
  ])('tells screen %s and input %s, and asks nobody', async (seesScreen, actsOnInput, expected) => {
    const { double, permissions } = begin();
    double.setPermissions({ seesScreen, actsOnInput });
    expect(await permissions.read({ signal })).toEqual(expected);
    await permissions.checks({ signal });
    expect(double.countPrompts()).toBe(0);
  });

  it('finds the false yes: macOS says granted and gives no pixel', async () => {
    const { double, permissions } = begin();
    double.answer('CGDisplayCreateImageForRect', 0);
    expect(await permissions.read({ signal })).toEqual(states(refused, granted));
  });

  it('finds the false yes of Accessibility: trusted, and no event is taken', async () => {
    const { double, permissions } = begin();
    double.answer('CGPreflightPostEventAccess', 0);
    expect(await permissions.read({ signal })).toEqual(states(granted, refused));
  });

  it('finds the false no: macOS says missing, and pixels and titles come', async () => {
    const { double, permissions } = begin();
    double.answer('CGPreflightScreenCaptureAccess', 0);
    expect(await permissions.read({ signal })).toEqual(states(granted, granted));
  });

  it('takes the desktop picture that macOS gives without the permission for none', async () => {
    const { double, permissions } = begin();
    double.answer('CGPreflightScreenCaptureAccess', 0);
    double.answer('CGWindowListCopyWindowInfo', 0);
    expect(await permissions.read({ signal })).toEqual(states(missing, granted));
  });

  it('learns of a grant between two readings', async () => {
    const { double, permissions } = begin();
    double.answer('AXIsProcessTrusted', 0, { from: 1, to: 2 });
    expect(await permissions.read({ signal })).toEqual(states(granted, missing));
    expect(await permissions.read({ signal })).toEqual(states(granted, missing));
    expect(await permissions.read({ signal })).toEqual(states(granted, granted));
  });
});

describe('an answer that macOS keeps for the life of a process', () => {
  const both = (verdict: 'granted' | 'missing'): PermissionAnswers => ({
    screen_recording: { verdict, usable: verdict === 'granted' },
    accessibility: { verdict, usable: verdict === 'granted' },
  });

  it('is found by a new process, and needs a new start', async () => {
    const { double, permissions } = begin({ askFresh: () => Promise.resolve(both('granted')) });
    double.setPermissions({ seesScreen: false, actsOnInput: false });
    expect(await permissions.read({ signal })).toEqual(states(restart, restart));
  });

  it('costs at most a process in two seconds', async () => {
    let nowMs = 0;
    let asked = 0;
    const { double, permissions } = begin({
      monotonicMs: () => nowMs,
      askFresh: () => Promise.resolve((asked += 1) > 1 ? both('granted') : both('missing')),
    });
    double.setPermissions({ seesScreen: false, actsOnInput: false });
    for (; nowMs < 2000; nowMs += 250) {
      expect(await permissions.read({ signal })).toEqual(states(missing, missing));
    }
    expect(asked).toBe(1);
    expect(await permissions.read({ signal })).toEqual(states(restart, restart));
    expect(asked).toBe(2);
  });

  it('is not asked about while both are granted', async () => {
    const { permissions } = begin({ askFresh: () => Promise.reject(new Error('a process was started')) });
    expect(await permissions.read({ signal })).toEqual(states(granted, granted));
  });
});

describe('asking', () => {
  it('makes macOS ask for just what is named', () => {
    const { double, permissions } = begin();
    double.setPermissions({ seesScreen: false, actsOnInput: false });
    permissions.request(['accessibility']);
    expect(double.countPrompts()).toBe(1);
    expect(double.countCalls('CGRequestScreenCaptureAccess')).toBe(0);
    permissions.request(['screen_recording']);
    expect(double.countPrompts()).toBe(2);
  });
});

describe('losing one while it runs', () => {
  it('refuses the next observation or input by a word, and lets it on when it is granted again', async () => {
    const { double, permissions } = begin();
    await permissions.read({ signal });
    expect(() => permissions.require('screen_recording')).not.toThrow();
    double.setPermissions({ seesScreen: false, actsOnInput: true });
    expect(() => permissions.require('screen_recording')).toThrow(withheld);
    expect(() => permissions.require('accessibility')).not.toThrow();
    double.setPermissions({ seesScreen: true, actsOnInput: false });
    expect(() => permissions.require('screen_recording')).not.toThrow();
    expect(() => permissions.require('accessibility')).toThrow(withheld);
    expect(double.countPrompts()).toBe(0);
  });

  it('is seen by the titles that go, when macOS still says granted', async () => {
    const { double, permissions } = begin();
    await permissions.read({ signal });
    double.setPermissions({ seesScreen: false, actsOnInput: true });
    double.answer('CGPreflightScreenCaptureAccess', 1);
    double.answer('CGDisplayCreateImageForRect', 0);
    expect(() => permissions.require('screen_recording')).toThrow(withheld);
  });
});

describe('in whose name', () => {
  it('is told by macOS', () => {
    const { permissions } = begin();
    expect(permissions.responsible({ __CFBundleIdentifier: 'com.apple.Terminal' })).toEqual({
      name: 'Terminal',
      path: '/System/Applications/Utilities/Terminal.app',
      bundleId: 'com.apple.Terminal',
    });
  });

  it('is guessed from the environment when macOS does not tell', () => {
    const { double, permissions } = begin();
    double.answer('responsibility_get_pid_responsible_for_pid', 0);
    expect(permissions.responsible({ TERM_PROGRAM: 'iTerm.app' })).toMatchObject({
      name: 'iTerm',
      path: null,
    });
  });
});
