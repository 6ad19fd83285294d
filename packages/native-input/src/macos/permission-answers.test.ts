import { describe, expect, it } from 'vitest';
import { decideState, readAnswers } from './permission-answers.ts';
import type { Answer, PermissionCalls } from './permission-answers.ts';

const allowed: PermissionCalls = {
  preflightScreen: () => true,
  captures: () => true,
  windowTitles: () => 'shown',
  isTrusted: () => true,
  mayPostEvents: () => true,
};
const denied: PermissionCalls = {
  preflightScreen: () => false,
  captures: () => false,
  windowTitles: () => 'withheld',
  isTrusted: () => false,
  mayPostEvents: () => false,
};
const screen = (calls: Partial<PermissionCalls>) => readAnswers({ ...denied, ...calls }).screen_recording;
const input = (calls: Partial<PermissionCalls>) => readAnswers({ ...denied, ...calls }).accessibility;

describe('what one process is answered', () => {
  it('is granted where the system says so and it works', () => {
    const granted = { verdict: 'granted', usable: true };
    expect(readAnswers(allowed)).toEqual({ screen_recording: granted, accessibility: granted });
  });

  it('is missing where the system says no and nothing works', () => {
    const missing = { verdict: 'missing', usable: false };
    expect(readAnswers(denied)).toEqual({ screen_recording: missing, accessibility: missing });
  });

  it('finds the false yes: on, and no pixel comes', () => {
    expect(screen({ preflightScreen: () => true })).toEqual({ verdict: 'refused', usable: false });
    expect(input({ isTrusted: () => true })).toEqual({ verdict: 'refused', usable: true });
  });

  it('finds the false no: off, and other windows are seen', () => {
    expect(screen({ captures: () => true, windowTitles: () => 'shown' }).verdict).toBe('granted');
  });

  it('takes a picture of the desktop without windows for no permission', () => {
    expect(screen({ captures: () => true }).verdict).toBe('missing');
    expect(screen({ captures: () => true, windowTitles: () => 'no windows' }).verdict).toBe('missing');
  });
});

describe('what holds for a process', () => {
  const answer = (verdict: Answer['verdict'], usable = verdict === 'granted'): Answer => ({
    verdict,
    usable,
  });
  const stateOf = (own: Answer, fresh: Answer | null) => {
    const { granted, refusedThoughOn, needsRestart } = decideState('accessibility', own, fresh);
    return granted ? 'granted' : refusedThoughOn ? 'refused' : needsRestart ? 'restart' : 'missing';
  };

  it.each<[Answer, Answer | null, string]>([
    [answer('granted'), null, 'granted'],
    [answer('missing'), null, 'missing'],
    [answer('refused'), null, 'refused'],
    [answer('missing'), answer('missing'), 'missing'],
    [answer('missing'), answer('granted'), 'restart'],
    [answer('missing', true), answer('granted'), 'granted'],
    [answer('refused', true), answer('missing'), 'missing'],
    [answer('missing'), answer('refused'), 'refused'],
  ])('%j, of which a new process is told %j, is %s', (own, fresh, expected) => {
    expect(stateOf(own, fresh)).toBe(expected);
  });
});
