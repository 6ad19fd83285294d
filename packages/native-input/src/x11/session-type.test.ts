import { describe, expect, it } from 'vitest';
import { checkDisplayVariable, checkSessionType } from './session-type.ts';

describe('the launch environment', () => {
  it.each([
    { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' },
    { XDG_SESSION_TYPE: 'wayland', DISPLAY: ':0' },
  ])('F4 is refused under Wayland: %o', (environment) => {
    const check = checkSessionType(environment);
    expect(check.ok).toBe(false);
    expect(check.remedy).toMatch(/WAYLAND_DISPLAY unset and XDG_SESSION_TYPE=x11/);
  });

  it.each([{}, { XDG_SESSION_TYPE: 'x11' }, { XDG_SESSION_TYPE: 'tty' }, { WAYLAND_DISPLAY: '' }])(
    'is accepted without a sign of Wayland: %o',
    (environment) => expect(checkSessionType(environment).ok).toBe(true),
  );

  it('names a missing DISPLAY and what to do', () => {
    expect(checkDisplayVariable({})).toMatchObject({ ok: false, name: 'display' });
    expect(checkDisplayVariable({}).remedy).toMatch(/set DISPLAY/);
  });
});
