import { decodeDataFrame } from '@harness-desktop/eip-protocol';
import type { DataFrame } from '@harness-desktop/eip-protocol';
import { describe, expect, it } from 'vitest';
import { createCapacity } from '../device/capacity.ts';
import { createStagedImages } from '../observations/staged-images.ts';
import { createStagingBudget } from '../observations/staging-budget.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { chunkBytes, mostBufferedChunkBytes } from './reader-transfer.ts';
import { createReaderTransfers } from './reader-transfers.ts';

/** A carrier whose peer reads only when told to. */
const createSlowCarrier = () => {
  const frames: DataFrame[] = [];
  let buffered = 0;
  return {
    frames,
    get bufferedBytes() {
      return buffered;
    },
    sendBytes: (bytes: Uint8Array) => {
      buffered += bytes.length;
      frames.push(decodeDataFrame(bytes));
    },
    readAll: () => {
      buffered = 0;
    },
    of: (kind: DataFrame['kind']) => frames.filter((frame) => frame.kind === kind),
  };
};

const setUp = (imageBytes: number, { perSession = 64, perDevice = 128 } = {}) => {
  const clock = createFakeClock();
  let nextId = 0;
  const images = createStagedImages({ clock, createId: () => String((nextId += 1)) });
  const budget = createStagingBudget({ bytes: 2 ** 40, objects: 2000 });
  const transfers = createReaderTransfers({
    sessionId: 'session-1',
    images,
    clock,
    sessionCapacity: createCapacity(perSession),
    deviceCapacity: createCapacity(perDevice),
  });
  const carrier = createSlowCarrier();
  const bytes = new Uint8Array(imageBytes);
  const send = (frame: Pick<DataFrame, 'kind' | 'handle'> & Partial<DataFrame>): void =>
    transfers.receive(
      { sessionId: 'session-1', offset: 0, payload: new Uint8Array(), resetStatus: null, ...frame },
      carrier,
    );
  const attach = (): string => {
    const { handle } = images.stage(bytes, budget.reserve(imageBytes));
    send({ kind: 'attach', handle });
    return handle;
  };
  return { clock, images, transfers, carrier, send, attach };
};

describe('back-pressure', () => {
  it('lets a carrier that nobody reads hold a fixed amount, however many transfers have credit', () => {
    const { carrier, attach } = setUp(chunkBytes * 8);
    for (let count = 0; count < 64; count += 1) attach();
    expect(carrier.of('attached')).toHaveLength(64);
    expect(carrier.bufferedBytes).toBeLessThan(mostBufferedChunkBytes + 2 * chunkBytes);
  });

  it('goes on once the carrier has room again, without being asked', () => {
    const { carrier, attach, clock } = setUp(chunkBytes * 8);
    for (let count = 0; count < 64; count += 1) attach();
    for (let count = 0; count < 64; count += 1) {
      carrier.readAll();
      clock.advance(20);
    }
    expect(carrier.of('chunk')).toHaveLength(64 * 8);
  });

  it('does not wait any more once it has ended', () => {
    const { carrier, attach, send, clock, images } = setUp(chunkBytes * 8);
    const handles = Array.from({ length: 4 }, attach);
    const before = carrier.of('chunk').length;
    for (const handle of handles) send({ kind: 'reset', handle, resetStatus: 'cancelled' });
    carrier.readAll();
    clock.advance(1000);
    expect(carrier.of('chunk')).toHaveLength(before);
    images.dropAll();
  });
});

describe('credit', () => {
  it('that is given twice is given once', () => {
    const { carrier, attach, send } = setUp(chunkBytes * 9);
    const handle = attach();
    send({ kind: 'credit', handle, offset: 0 });
    send({ kind: 'credit', handle, offset: chunkBytes });
    send({ kind: 'credit', handle, offset: chunkBytes });
    expect(carrier.of('reset')).toEqual([]);
    expect(carrier.of('chunk')).toHaveLength(9);
  });

  it.each([
    ['goes back', [chunkBytes * 2, chunkBytes]],
    ['goes back to the start', [chunkBytes, 0]],
    ['is for what was not sent', [chunkBytes * 9]],
    ['is no boundary', [chunkBytes + 1]],
    ['is beyond every image', [Number.MAX_SAFE_INTEGER]],
  ])('that %s is a fault', (_case, offsets) => {
    const { carrier, attach, send } = setUp(chunkBytes * 12);
    const handle = attach();
    for (const offset of offsets) send({ kind: 'credit', handle, offset });
    expect(carrier.of('reset')).toMatchObject([{ resetStatus: 'protocol', handle }]);
  });
});

describe('attaching', () => {
  it('begins at the start and once', () => {
    const { carrier, attach, send, images } = setUp(chunkBytes);
    const handle = attach();
    send({ kind: 'credit', handle, offset: chunkBytes });
    expect(carrier.of('end')).toMatchObject([{ offset: chunkBytes }]);
    send({ kind: 'attach', handle });
    expect(carrier.of('reset')).toMatchObject([{ resetStatus: 'protocol' }]);
    expect(images.close(handle).produced_bytes).toBe(chunkBytes);
  });

  it('elsewhere than at the start is a fault, after which it can begin there', () => {
    const { carrier, send, images } = setUp(chunkBytes);
    const budget = createStagingBudget({ bytes: chunkBytes, objects: 1 });
    const { handle } = images.stage(new Uint8Array(chunkBytes), budget.reserve(chunkBytes));
    send({ kind: 'attach', handle, offset: 5 });
    expect(carrier.of('reset')).toMatchObject([{ resetStatus: 'protocol' }]);
    send({ kind: 'attach', handle });
    expect(carrier.of('attached')).toHaveLength(1);
  });

  it.each([
    ['64 of a session', {}, 64],
    ['what is left of the device', { perDevice: 5 }, 5],
  ])('is limited to %s', (_case, limits, count) => {
    const { carrier, attach } = setUp(chunkBytes * 9, limits);
    const handles = Array.from({ length: count + 1 }, attach);
    expect(carrier.of('attached')).toHaveLength(count);
    expect(carrier.of('reset')).toMatchObject([{ resetStatus: 'limit', handle: handles.at(-1) }]);
  });
});
