import { describe, expect, it } from 'vitest';
import { DesktopError } from '../desktop-error.ts';
import { checkSession, noConsoleSession, requireInteractive } from './session-readiness.ts';
import type { SessionFacts } from './session-readiness.ts';

/** What Windows answers to someone signed in at the screen. */
const atScreen: SessionFacts = {
  processSession: 1,
  consoleSession: 1,
  sessionState: 0,
  inputDesktop: 'Default',
  ownDesktop: 'Default',
};

const usable: readonly (readonly [name: string, facts: SessionFacts])[] = [
  ['signed in at the screen', atScreen],
  [
    'Remote Desktop, while the screen shows the sign-in',
    { ...atScreen, processSession: 3, consoleSession: 2 },
  ],
  ['Remote Desktop, while nobody is at the screen', { ...atScreen, consoleSession: noConsoleSession }],
  ['Wine, which does not tell the state', { ...atScreen, sessionState: undefined }],
];

const unusable: readonly (readonly [name: string, facts: SessionFacts, check: readonly [string, RegExp]])[] =
  [
    ['a service', { ...atScreen, processSession: 0 }, ['session', /service/]],
    [
      'Remote Desktop that was disconnected',
      { ...atScreen, sessionState: 4 },
      ['active session', /disconnected/],
    ],
    ['nobody signed in yet', { ...atScreen, sessionState: 1 }, ['active session', /not signed in/]],
    ['a state of a later Windows', { ...atScreen, sessionState: 77 }, ['active session', /unknown state 77/]],
    [
      'a session elsewhere whose state is not told',
      { ...atScreen, processSession: 2, sessionState: undefined },
      ['active session', /does not tell/],
    ],
    ['locked', { ...atScreen, inputDesktop: undefined }, ['input desktop', /locked.*UAC/]],
    ['the secure desktop', { ...atScreen, inputDesktop: 'Winlogon' }, ['input desktop', /Winlogon/]],
    ['the screen saver', { ...atScreen, inputDesktop: 'Screen-saver' }, ['input desktop', /Screen-saver/]],
    ['a desktop that is not shown', { ...atScreen, ownDesktop: 'Hidden' }, ['input desktop', /Hidden/]],
    [
      'another window station',
      { ...atScreen, ownDesktop: undefined },
      ['input desktop', /another window station/],
    ],
  ];

const refusal = (facts: SessionFacts): unknown => {
  try {
    requireInteractive(() => facts);
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('the session of Windows', () => {
  it.each(usable)('can be used: %s', (_, facts) => {
    expect(checkSession(facts).map(({ name, ok }) => [name, ok])).toEqual([
      ['session', true],
      ['active session', true],
      ['input desktop', true],
    ]);
    expect(refusal(facts)).toBeUndefined();
  });

  it.each(unusable)('cannot be used, with the reason and what to do: %s', (_, facts, [name, detail]) => {
    const failed = checkSession(facts).filter(({ ok }) => !ok);
    expect(failed.map((check) => check.name)).toEqual([name]);
    expect(failed[0]?.detail).toMatch(detail);
    expect(failed[0]).toMatchObject({ code: 'session_unavailable' });
    expect(failed[0]?.remedy).toBeTruthy();
    const error = refusal(facts);
    expect(error).toBeInstanceOf(DesktopError);
    expect(error).toMatchObject({ code: 'session_unavailable' });
  });

  it('can be used again as soon as it is unlocked', () => {
    let facts: SessionFacts = { ...atScreen, inputDesktop: undefined };
    const read = () => facts;
    expect(() => requireInteractive(read)).toThrow(/Unlock/);
    facts = atScreen;
    requireInteractive(read);
  });
});
