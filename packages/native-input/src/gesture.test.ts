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
  let locked = false;
  const port = {
    ...fake.port,
    /** Goes down and fails all the same. */
    press: (pressed: RawInput) => {
      fake.port.press(pressed);
      if (failing) throw new DesktopError('internal', 'half way');
    },
    release: (released: RawInput) => {
      if (locked) throw new DesktopError('input_blocked', 'locked');
      fake.port.release(released);
    },
  };
  const runner = createGestureRunner({ port, clock: createSystemClock(), onNotice: () => undefined });
  const { control } = fake;
  return {
    ...{ runner, control },
    fail: (does: boolean) => (failing = does),
    lock: (does: boolean) => (locked = does),
  };
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

describe('a gesture whose release is refused', () => {
  it('is let go of before the next one looks what a person holds', async () => {
    const { runner, control, lock } = setUp();
    const { signal } = new AbortController();
    lock(true);
    expect(await runner.run(press, signal)).toMatchObject({ cleanupComplete: false });
    expect(control.down()).toEqual(['key a']);
    lock(false);
    const seen: string[] = [];
    await runner.run(() => {
      seen.push(...control.down());
      return Promise.resolve(() => Promise.resolve());
    }, signal);
    expect(seen).toEqual([]);
  });

  it('is let go of when the desktop is closed', async () => {
    const { runner, control, lock } = setUp();
    lock(true);
    await runner.run(press, new AbortController().signal);
    lock(false);
    await runner.close();
    expect(control.down()).toEqual([]);
  });
});
