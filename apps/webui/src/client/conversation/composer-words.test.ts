import { describe, expect, it } from 'vitest';
import { describeOffline, maxQueued, whyNotSend } from './composer-words.ts';

const ready = {
  isConnected: true,
  isLoaded: true,
  isOperator: false,
  hindrance: null,
  text: 'Open the file',
  isRunning: false,
  queued: 0,
};

describe('sending', () => {
  it('needs a text for a model, not for Operator', () => {
    expect(whyNotSend(ready)).toBeNull();
    expect(whyNotSend({ ...ready, text: ' \n' })).toBe('Write what is to be done.');
    expect(whyNotSend({ ...ready, text: '', isOperator: true })).toBeNull();
  });

  it('is possible while a run goes on, except for Operator', () => {
    expect(whyNotSend({ ...ready, isRunning: true })).toBeNull();
    expect(whyNotSend({ ...ready, isRunning: true, isOperator: true })).toMatch(/when this run has ended/);
  });

  it('is not possible while the queue is full, the server away or the choice cannot work', () => {
    expect(whyNotSend({ ...ready, isRunning: true, queued: maxQueued })).toMatch(/queued already/);
    expect(whyNotSend({ ...ready, isConnected: false })).toMatch(/What you wrote is kept/);
    expect(whyNotSend({ ...ready, hindrance: 'It takes no images.' })).toBe('It takes no images.');
  });
});

it.each([
  [[], null],
  [['desktop'], 'desktop is offline'],
  [['desktop', 'laptop'], 'desktop and laptop are offline'],
  [['a', 'b', 'c'], 'a, b and c are offline'],
])('says of %j that %s', (aliases, words) => {
  expect(describeOffline(aliases)).toBe(words);
});
