import { describe, expect, it } from 'vitest';
import { createSystemClock } from './clock.ts';
import { DesktopError } from './desktop-error.ts';
import { createGestureRunner } from './gesture.ts';
import type { Gesture } from './gesture.ts';
import type { RawInput } from './input-port.ts';
import { createFakeInput } from './testing/fake-input.ts';

const input: RawInput = { kind: 'key', code: 1, name: 'a' };
const press: Gesture = () => Promise.resolve((stage) => Promise.resolve().then(() => stage.press(input)));

const setUp = () => {
  const layout = () => ({ layoutId: 'layout', targets: [] });
  const fake = createFakeInput({ layout, check: () => undefined });
  let failing = false;
  const port = {
    ...fake.port,
    /** Goes down and fails all the same. */
    press: (pressed: RawInput) => {
      fake.port.press(pressed);
      if (failing) throw new DesktopError('internal', 'half way');
    },
  };
  const runner = createGestureRunner({ port, clock: createSystemClock(), onNotice: () => undefined });
  return { runner, control: fake.control, fail: (does: boolean) => (failing = does) };
};

describe('a gesture whose first press fails', () => {
  it('leaves nothing down, and nothing that a later gesture would release', async () => {
    const { runner, control, fail } = setUp();
    const { signal } = new AbortController();
    fail(true);
    await expect(runner.run(press, signal)).rejects.toMatchObject({ code: 'internal' });
    expect(control.down()).toEqual([]);
    fail(false);
    control.hold({ kind: 'key', key: 'a' });
    await runner.run(() => Promise.resolve(() => Promise.resolve()), signal);
    expect(control.down()).toEqual(['key a']);
  });
});
