import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createStopRequest } from './stop-request.ts';

const setUp = () => {
  const clock = createFakeClock();
  const exits: number[] = [];
  return { clock, exits, stop: createStopRequest({ clock, exit: (code) => exits.push(code) }) };
};

describe('a request to stop', () => {
  it('aborts, and ends the process when stopping takes longer than 4.5 s, before Windows does', () => {
    const { clock, exits, stop } = setUp();
    expect(stop.exitCode()).toBeNull();
    stop.request(143);
    expect(stop.signal.aborted).toBe(true);
    expect(stop.exitCode()).toBe(143);
    clock.advance(4499);
    expect(exits).toEqual([]);
    clock.advance(1);
    expect(exits).toEqual([143]);
  });

  it('made again leaves a second to release what is held, and keeps the first exit code', () => {
    const { clock, exits, stop } = setUp();
    stop.request(130);
    for (const code of [130, 143, 130]) stop.request(code);
    clock.advance(999);
    expect(exits).toEqual([]);
    clock.advance(1);
    expect(exits).toEqual([130]);
  });
});
