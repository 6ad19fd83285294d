import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askAtTerminal } from './ask-at-terminal.ts';

const begin = (isTTY: boolean) => {
  const input = Object.assign(new PassThrough(), { isTTY });
  const stop = new AbortController();
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const answer = askAtTerminal('Begin? ', { input, write, signal: stop.signal });
  return { input, stop, written, answer };
};

describe('a question at the terminal', () => {
  it('gives the line that the person writes', async () => {
    const { input, written, answer } = begin(true);
    input.write('yes\nmore');
    expect(await answer).toBe('yes');
    expect(written).toEqual(['Begin? ']);
  });

  it('is answered by nothing when the person leaves or the process is to stop', async () => {
    const left = begin(true);
    left.input.end();
    expect(await left.answer).toBe('');
    const stopped = begin(true);
    stopped.stop.abort();
    expect(await stopped.answer).toBe('');
  });

  it('is not asked where there is no terminal', async () => {
    const { written, answer } = begin(false);
    expect(await answer).toBeNull();
    expect(written).toEqual([]);
  });
});
