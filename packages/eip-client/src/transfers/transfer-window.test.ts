import { creditWindow, type DataFrame } from '@harness-desktop/eip-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { collectBytes } from './collect-bytes.ts';
import { ReaderTransfer } from './reader-transfer.ts';
import { WriterTransfer } from './writer-transfer.ts';

const request = { sessionId: 'session-1', handle: 'handle-1', idleTimeoutMs: 10_000 };
const bare = { ...request, offset: 0, payload: new Uint8Array(), resetStatus: null } as const;
const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 40 });
/** How many of what is waiting are dealt with at each turn. */
const schedule = fc.infiniteStream(fc.integer({ min: 0, max: creditWindow }));

describe('a writer', () => {
  it('sends the same bytes, whatever the splitting and the credit, and never more than 8 chunks ahead', async () => {
    const property = fc.asyncProperty(pieces, fc.integer({ min: 1, max: 16 }), schedule, async (...drawn) => {
      const [written, chunkBytes, turns] = drawn;
      const sent: DataFrame[] = [];
      const writer = new WriterTransfer({ ...request, chunkBytes }, (frame) => sent.push(frame), noop);
      writer.start();
      const device = playWriter(writer, sent, turns);
      for (const piece of written) await writer.write(piece);
      await writer.end();
      await device.ended;
      expect(Buffer.concat(device.received())).toStrictEqual(Buffer.concat(written));
      expect(device.mostAhead()).toBeLessThanOrEqual(creditWindow);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('a reader', () => {
  it('gives the same bytes, whatever the splitting and the pace, and holds no more than 8 chunks', async () => {
    const property = fc.asyncProperty(pieces, schedule, async (chunks, turns) => {
      const sent: DataFrame[] = [];
      const reader = new ReaderTransfer(request, (frame) => sent.push(frame), noop);
      reader.start();
      const device = playReader(reader, { sent, chunks, turns });
      const bytes = await collectBytes(reader, Infinity);
      await device.ended;
      expect(bytes && Buffer.from(bytes)).toStrictEqual(Buffer.concat(chunks));
      expect(device.mostAhead()).toBeLessThanOrEqual(creditWindow);
      expect(sent.filter(({ kind }) => kind === 'reset')).toStrictEqual([]);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('credits nothing that nobody has taken', async () => {
    const sent: DataFrame[] = [];
    const reader = new ReaderTransfer(request, (frame) => sent.push(frame), noop);
    reader.start();
    reader.receive({ ...bare, kind: 'attached' });
    for (let offset = 0; offset < creditWindow; offset += 1) {
      reader.receive({ ...bare, kind: 'chunk', offset, payload: Uint8Array.of(offset) });
    }
    expect(sent.map(({ kind }) => kind)).toStrictEqual(['attach']);
    expect(await reader.next()).toStrictEqual(Uint8Array.of(0));
    expect(sent.at(-1)).toMatchObject({ kind: 'credit', offset: 1 });
  });

  it('is reset by more than 8 chunks without credit', async () => {
    const sent: DataFrame[] = [];
    const reader = new ReaderTransfer(request, (frame) => sent.push(frame), noop);
    reader.start();
    reader.receive({ ...bare, kind: 'attached' });
    for (let offset = 0; offset <= creditWindow; offset += 1) {
      reader.receive({ ...bare, kind: 'chunk', offset, payload: Uint8Array.of(1) });
    }
    await expect(reader.next()).rejects.toMatchObject({ errorType: 'integrity_mismatch' });
    expect(sent.at(-1)).toMatchObject({ kind: 'reset', resetStatus: 'protocol' });
  });
});

/** A device that takes and credits at the drawn pace. */
function playWriter(writer: WriterTransfer, sent: DataFrame[], turns: Iterable<number>) {
  const chunks: DataFrame[] = [];
  let credited = 0;
  let most = 0;
  const play = async (): Promise<void> => {
    writer.receive({ ...bare, kind: 'attached' });
    for (const turn of turns) {
      await Promise.resolve();
      for (const frame of sent.splice(0)) {
        if (frame.kind === 'chunk') chunks.push(frame);
        if (frame.kind !== 'end') continue;
        writer.receive({ ...bare, kind: 'end_ack', offset: frame.offset });
        return;
      }
      most = Math.max(most, chunks.length - credited);
      credited = Math.min(chunks.length, credited + turn);
      const last = chunks[credited - 1];
      if (last)
        writer.receive({ ...bare, kind: 'credit', offset: Number(last.offset) + last.payload.length });
    }
  };
  return { ended: play(), received: () => chunks.map(({ payload }) => payload), mostAhead: () => most };
}

type ReaderScript = {
  readonly sent: DataFrame[];
  readonly chunks: readonly Uint8Array[];
  readonly turns: Iterable<number>;
};

/** A device that sends at the drawn pace, as far as the window lets it. */
function playReader(reader: ReaderTransfer, { sent, chunks, turns }: ReaderScript) {
  const ends: number[] = [];
  let position = 0;
  let most = 0;
  const ahead = (): number => {
    const credit = sent.findLast(({ kind }) => kind === 'credit')?.offset ?? 0;
    return ends.filter((end) => end > credit).length;
  };
  const play = async (): Promise<void> => {
    reader.receive({ ...bare, kind: 'attached' });
    for (const turn of turns) {
      await Promise.resolve();
      for (let count = 0; count < turn && ends.length < chunks.length && ahead() < creditWindow; count += 1) {
        const payload = chunks[ends.length] ?? new Uint8Array();
        reader.receive({ ...bare, kind: 'chunk', offset: position, payload });
        position += payload.length;
        ends.push(position);
        most = Math.max(most, ahead());
      }
      if (ends.length < chunks.length || ahead() > 0) continue;
      reader.receive({ ...bare, kind: 'end', offset: position });
      return;
    }
  };
  return { ended: play(), mostAhead: () => most };
}

function noop(): void {
  return undefined;
}
