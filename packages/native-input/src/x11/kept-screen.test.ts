import { describe, expect, it } from 'vitest';
import { createKeptScreen } from './kept-screen.ts';

const area = { x: 0, y: 0, width: 2, height: 1 };
const request = { area, drawPointer: false };
const pixels = (...rgb: number[]) => ({ rgb: Uint8Array.from(rgb), isBlank: false });
const tooOldMs = 5_001;

const setUp = () => {
  const painted: (() => void)[] = [];
  const notices: string[] = [];
  let nowMs = 0;
  const kept = createKeptScreen({
    damage: { forget: () => undefined, onPaint: (listener) => void painted.push(listener) },
    clock: { monotonicMs: () => nowMs },
    onNotice: (notice) => notices.push(notice),
  });
  const read = (found: ReturnType<typeof pixels>) => {
    kept.begin();
    kept.keep(request, found);
    return found;
  };
  const paint = () => painted.forEach((listener) => listener());
  return { kept, notices, read, paint, pass: (ms: number) => void (nowMs += ms) };
};

describe('the kept screen', () => {
  it('is given again while nothing is painted', () => {
    const { kept, read } = setUp();
    expect(kept.find(request)).toBeUndefined();
    const first = read(pixels(1));
    expect(kept.find(request)).toBe(first);
  });

  it('is never given once something was painted', () => {
    const { kept, read, paint } = setUp();
    read(pixels(1));
    paint();
    expect(kept.find(request)).toBeUndefined();
  });

  it('is not kept when something was painted while it was read', () => {
    const { kept, paint } = setUp();
    kept.begin();
    paint();
    kept.keep(request, pixels(1));
    expect(kept.find(request)).toBeUndefined();
  });

  it('is not given while a new one is read, nor after that read failed', () => {
    const { kept, read } = setUp();
    read(pixels(1));
    kept.begin();
    expect(kept.find(request)).toBeUndefined();
  });

  it('is given for its own area only, and never with the pointer or for it', () => {
    const { kept, read } = setUp();
    read(pixels(1));
    expect(kept.find({ ...request, area: { ...area, x: 1 } })).toBeUndefined();
    expect(kept.find({ ...request, drawPointer: true })).toBeUndefined();
    kept.begin();
    kept.keep({ ...request, drawPointer: true }, pixels(2));
    expect(kept.find(request)).toBeUndefined();
  });

  it('is forgotten when told so', () => {
    const { kept, read } = setUp();
    read(pixels(1));
    kept.forget();
    expect(kept.find(request)).toBeUndefined();
  });

  it('is read again after a while, and kept on when the server told the truth', () => {
    const { kept, read, pass, notices } = setUp();
    const old = read(pixels(1));
    pass(tooOldMs);
    expect(kept.find(request)).toBeUndefined();
    expect(kept.isFree(old.rgb)).toBe(false);
    const again = read(pixels(1));
    expect(kept.find(request)).toBe(again);
    expect(kept.isFree(old.rgb)).toBe(true);
    expect(notices).toEqual([]);
  });

  it('never trusts a server again that painted without telling', () => {
    const { kept, read, pass, notices } = setUp();
    read(pixels(1));
    pass(tooOldMs);
    kept.find(request);
    read(pixels(2));
    expect(kept.find(request)).toBeUndefined();
    read(pixels(2));
    expect(kept.find(request)).toBeUndefined();
    expect(notices).toHaveLength(1);
  });

  it('blames no server that tells of the painting while the old screen is checked', () => {
    const { kept, paint, read, pass, notices } = setUp();
    read(pixels(1));
    pass(tooOldMs);
    kept.find(request);
    kept.begin();
    paint();
    kept.keep(request, pixels(2));
    const next = read(pixels(3));
    expect(kept.find(request)).toBe(next);
    expect(notices).toEqual([]);
  });

  it('keeps nothing where the server cannot tell', () => {
    const clock = { monotonicMs: () => 0 };
    const kept = createKeptScreen({ damage: undefined, clock, onNotice: () => undefined });
    kept.begin();
    kept.keep(request, pixels(1));
    expect(kept.find(request)).toBeUndefined();
  });
});
