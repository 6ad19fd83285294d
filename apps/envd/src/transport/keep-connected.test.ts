import { describe, expect, it } from 'vitest';
import { createLogger } from '../logging/create-logger.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { DialError } from './dial-error.ts';
import { backoffMs, keepConnected } from './keep-connected.ts';
import type { KeepConnectedOptions } from './keep-connected.ts';

const { log } = createLogger({ level: 'silent', human: false, write: () => undefined });

/** Every wait is over at once and remembered; `script` says what each attempt does. */
const run = async (script: ((clock: { advance(ms: number): void }) => Promise<void>)[]) => {
  const clock = createFakeClock();
  const controller = new AbortController();
  const waitsMs: number[] = [];
  const hurried = {
    now: () => clock.now(),
    schedule: (delayMs: number, callback: () => void) => {
      waitsMs.push(delayMs);
      queueMicrotask(callback);
      return () => undefined;
    },
  };
  const transport: Awaited<ReturnType<KeepConnectedOptions['dial']>> = {
    brokenFraming: false,
    bufferedBytes: 0,
    sendText: () => undefined,
    sendBytes: () => undefined,
    close: () => undefined,
    onMessage: () => () => undefined,
    onClose: () => () => undefined,
  };
  const end = keepConnected({
    dial: () => Promise.resolve(transport),
    serve: async () => {
      const step = script.shift();
      if (step === undefined) controller.abort();
      else await step(clock);
    },
    clock: hurried,
    random: () => 0.5,
    log,
    signal: controller.signal,
  });
  await end;
  return waitsMs;
};

const unavailable = () => Promise.reject(new DialError('503', { fatal: false }));

describe('keepConnected', () => {
  it('F7 waits longer and longer after failures', async () => {
    const waitsMs = await run([unavailable, unavailable, unavailable]);
    expect(waitsMs).toEqual([125, 250, 500]);
  });

  it('F7 does not try again after a fatal failure', async () => {
    const fatal = () => Promise.reject(new DialError('401', { fatal: true }));
    await expect(run([unavailable, fatal])).rejects.toMatchObject({ fatal: true });
  });

  it('begins anew after a minute of stable connection', async () => {
    const stable = (clock: { advance(ms: number): void }) => {
      clock.advance(60_000);
      return Promise.resolve();
    };
    expect(await run([unavailable, unavailable, stable, unavailable])).toEqual([125, 250, 125, 250]);
  });

  it('goes on backing off after a connection that broke at once', async () => {
    expect(await run([unavailable, () => Promise.resolve(), unavailable])).toEqual([125, 250, 500]);
  });

  it('passes faults of ours on', async () => {
    await expect(run([() => Promise.reject(new TypeError('bug'))])).rejects.toThrow(TypeError);
  });
});

it('backs off with full jitter up to 30 s', () => {
  expect(backoffMs(0, 0.999)).toBe(249);
  expect(backoffMs(3, 0)).toBe(0);
  expect(backoffMs(6, 0.9999)).toBe(15_998);
  expect(backoffMs(1000, 0.9999)).toBeLessThan(30_000);
  expect(backoffMs(1000, 0.9999)).toBeGreaterThan(29_000);
});
