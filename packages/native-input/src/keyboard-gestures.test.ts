import { describe, expect, it, vi } from 'vitest';
import { createSystemClock } from './clock.ts';
import { createGestureRunner } from './gesture.ts';
import { createKeyboard } from './keyboard-gestures.ts';
import { createFakeInput } from './testing/fake-input.ts';

const text = '日本語😀'.repeat(200);

const setUp = () => {
  const layout = () => ({ layoutId: 'layout', targets: [] });
  const { port, control } = createFakeInput({ layout, check: () => undefined, textInput: true });
  const runner = createGestureRunner({ port, clock: createSystemClock(), onNotice: () => undefined });
  return { keyboard: createKeyboard(port, runner), control, port };
};

describe('text that takes its time', () => {
  // Not in the contract: under Wine a key of the person waits behind the text that the application has not read yet.
  it.each([
    { kind: 'key', key: 'alt' },
    { kind: 'button', button: 'left' },
  ] as const)('K6 ends between characters when a person presses %j meanwhile', async (held) => {
    const { keyboard, control } = setUp();
    const running = keyboard.typeText(text, AbortSignal.timeout(10_000));
    await expect.poll(() => control.typed(), { interval: 5 }).not.toBe('');
    const release = control.hold(held);
    const typed = control.typed();
    expect(await running).toEqual({ effect: 'partial', cleanupComplete: true, interrupted: false });
    expect(control.typed()).toBe(typed);
    expect(control.down()).toHaveLength(1);
    release();
  });

  it('types no further piece when it is cancelled while it looks what is held', async () => {
    const { keyboard, control, port } = setUp();
    const cancel = new AbortController();
    const held = await port.held();
    const looks = vi.spyOn(port, 'held').mockImplementation(() => {
      if (control.typed() !== '') cancel.abort();
      return Promise.resolve(held);
    });
    expect(await keyboard.typeText(text, cancel.signal)).toMatchObject({
      effect: 'partial',
      interrupted: true,
    });
    expect(looks).toHaveBeenCalledTimes(2);
    expect(control.typed()).toBe(port.text?.split(text)[0]);
  });
});
