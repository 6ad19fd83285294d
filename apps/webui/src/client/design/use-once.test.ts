import { describe, expect, it } from 'vitest';
import { createOnce } from './use-once.ts';

describe('createOnce', () => {
  it('begins a task once, however often it is asked for in the same moment', async () => {
    const once = createOnce();
    let end: () => void = () => undefined;
    let begun = 0;
    const task = () => {
      begun += 1;
      return new Promise<void>((resolve) => (end = resolve));
    };
    const asked = [once(task), once(task), once(task)];
    expect(begun).toBe(1);
    end();
    await Promise.all(asked);
    expect(begun).toBe(1);
  });

  it('lets the next begin when the one before has ended, also when it failed', async () => {
    const once = createOnce();
    const begun: string[] = [];
    await once(async () => {
      begun.push('first');
      await Promise.reject(new Error('refused'));
    });
    await once(async () => {
      begun.push('second');
      await Promise.resolve();
    });
    expect(begun).toEqual(['first', 'second']);
  });
});
