import { describe, expect, it } from 'vitest';
import { DesktopError } from './desktop-error.ts';
import { createHeldInput } from './held-input.ts';
import type { RawInput } from './input-port.ts';
import type { PressJournal } from './press-journal.ts';

const key = (code: number): RawInput => ({ kind: 'key', code, name: `key ${code}` });
const button = (code: number): RawInput => ({ kind: 'button', code, name: `button ${code}` });

const setUp = ({ journaled = false, refusal = new Error('refused') } = {}) => {
  const sent: string[] = [];
  const refused = new Set<string>();
  const send = (action: string) => (input: RawInput) => {
    const event = `${action} ${input.kind} ${input.code}`;
    if (refused.has(event)) throw refusal;
    sent.push(event);
  };
  let flushError: Error | undefined;
  const journal: PressJournal = {
    record: (now) => sent.push(`journal ${now.map(({ kind, code }) => `${kind} ${code}`).join(', ')}`),
  };
  const port = {
    press: send('press'),
    release: send('release'),
    flush: () => (flushError ? Promise.reject(flushError) : Promise.resolve()),
  };
  const held = createHeldInput(port, journaled ? journal : undefined);
  return { held, sent, refused, failFlush: () => (flushError = new Error('flush')) };
};

describe('held input', () => {
  it('releases what is still held, the last press first', async () => {
    const { held, sent } = setUp();
    held.press(key(1));
    held.press(button(1));
    held.press(key(2));
    held.release(button(1));
    sent.length = 0;
    expect(await held.releaseAll()).toBe(true);
    expect(sent).toEqual(['release key 2', 'release key 1']);
  });

  it('releases nothing that it did not press, and nothing twice', async () => {
    const { held, sent } = setUp();
    held.press(key(1));
    await held.releaseAll();
    sent.length = 0;
    await held.releaseAll();
    expect(sent).toEqual([]);
  });

  it('goes on after a refused release and says so', async () => {
    const { held, sent, refused } = setUp();
    held.press(key(1));
    held.press(key(2));
    refused.add('release key 2');
    sent.length = 0;
    expect(await held.releaseAll()).toBe(false);
    expect(sent).toEqual(['release key 1']);
  });

  it('releases later what was refused, and has it in the journal until then', async () => {
    const { held, sent, refused } = setUp({ journaled: true });
    held.press(key(1));
    held.press(key(2));
    refused.add('release key 1');
    expect(await held.releaseAll()).toBe(false);
    expect(held.isHolding()).toBe(true);
    held.press(key(3));
    held.release(key(3));
    refused.clear();
    sent.length = 0;
    expect(await held.releaseAll()).toBe(true);
    expect(sent).toEqual(['release key 1', 'journal ']);
    expect(held.isHolding()).toBe(false);
  });

  it('releases a press that failed half way', async () => {
    const { held, sent, refused } = setUp();
    refused.add('press key 1');
    expect(() => held.press(key(1))).toThrow();
    await held.releaseAll();
    expect(sent).toEqual(['release key 1']);
  });

  it('does not release what the system took no press of', async () => {
    const { held, sent, refused } = setUp({
      journaled: true,
      refusal: new DesktopError('input_blocked', 'no'),
    });
    held.press(key(2));
    refused.add('press key 1');
    expect(() => held.press(key(1))).toThrow();
    sent.length = 0;
    await held.releaseAll();
    expect(sent).toEqual(['release key 2', 'journal ']);
  });

  it('says that the clean-up failed when the system did not confirm it', async () => {
    const { held, failFlush } = setUp();
    held.press(key(1));
    failFlush();
    expect(await held.releaseAll()).toBe(false);
  });

  it('writes a press down before it is sent, and strikes it out after the release', async () => {
    const { held, sent } = setUp({ journaled: true });
    held.press(key(1));
    held.press(button(1));
    held.release(button(1));
    await held.releaseAll();
    await held.releaseAll();
    expect(sent).toEqual([
      'journal key 1',
      'press key 1',
      'journal key 1, button 1',
      'press button 1',
      'release button 1',
      'journal key 1',
      'release key 1',
      'journal ',
    ]);
  });

  it('leaves in the journal what may still be down', async () => {
    const { held, sent, failFlush } = setUp({ journaled: true });
    held.press(key(1));
    failFlush();
    await held.releaseAll();
    expect(sent).toEqual(['journal key 1', 'press key 1', 'release key 1']);
  });
});
