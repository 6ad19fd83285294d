import { describe, expect, it } from 'vitest';
import type { PermissionState } from '../permissions.ts';
import type { PermissionCalls } from './permission-answers.ts';
import { createPermissionGuard } from './permission-guard.ts';

type Answers = { -readonly [Name in keyof PermissionCalls]: ReturnType<PermissionCalls[Name]> };

const begin = (granted: boolean, given: Partial<Answers> = {}) => {
  const answers: Answers = {
    preflightScreen: true,
    captures: true,
    windowTitles: 'shown',
    isTrusted: true,
    mayPostEvents: true,
    ...given,
  };
  const guard = createPermissionGuard({
    preflightScreen: () => answers.preflightScreen,
    captures: () => answers.captures,
    windowTitles: () => answers.windowTitles,
    isTrusted: () => answers.isTrusted,
    mayPostEvents: () => answers.mayPostEvents,
  });
  const state = (name: PermissionState['name']): PermissionState => ({
    name,
    granted,
    refusedThoughOn: false,
    needsRestart: false,
  });
  guard.learn([state('screen_recording'), state('accessibility')]);
  return { answers, guard };
};

const withheld: unknown = expect.objectContaining({ code: 'permission_missing' });

describe('a permission that is taken back', () => {
  it('lets observe and input on while nothing changed', () => {
    const { guard } = begin(true);
    expect(() => guard.require('screen_recording')).not.toThrow();
    expect(() => guard.require('accessibility')).not.toThrow();
  });

  it.each<Partial<Answers>>([
    { windowTitles: 'withheld' },
    { windowTitles: 'withheld', preflightScreen: false },
    { windowTitles: 'no windows', preflightScreen: false },
    { windowTitles: 'no windows', preflightScreen: false, captures: false },
  ])('refuses to observe once %j', (change) => {
    const { answers, guard } = begin(true);
    Object.assign(answers, change);
    expect(() => guard.require('screen_recording')).toThrow(withheld);
    expect(() => guard.require('accessibility')).not.toThrow();
  });

  it('refuses input once the process is trusted no more, whatever the kept answer says', () => {
    const { answers, guard } = begin(true);
    answers.isTrusted = false;
    expect(() => guard.require('accessibility')).toThrow(withheld);
    expect(() => guard.require('accessibility')).toThrow(
      'System Settings > Privacy & Security > Accessibility',
    );
    expect(() => guard.require('screen_recording')).not.toThrow();
  });

  it('lets both on again when they are granted again', () => {
    const { answers, guard } = begin(true);
    Object.assign(answers, { isTrusted: false, windowTitles: 'withheld' });
    Object.assign(answers, { isTrusted: true, windowTitles: 'shown' });
    expect(() => guard.require('accessibility')).not.toThrow();
    expect(() => guard.require('screen_recording')).not.toThrow();
  });

  it('is no reason to refuse where titles were never told', () => {
    const { guard } = begin(true, { windowTitles: 'withheld' });
    expect(() => guard.require('screen_recording')).not.toThrow();
  });

  it('refuses what was never granted', () => {
    const { guard } = begin(false, {
      preflightScreen: false,
      captures: false,
      windowTitles: 'withheld',
      isTrusted: false,
      mayPostEvents: false,
    });
    expect(() => guard.require('screen_recording')).toThrow(withheld);
    expect(() => guard.require('accessibility')).toThrow(withheld);
  });
});
