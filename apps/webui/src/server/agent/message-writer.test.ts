import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import type { MessageJournal } from '../runs/message-journal.ts';
import { MessageWriter } from './message-writer.ts';

const message = {
  message_id: 'message-1',
  run_id: 'run-1',
  thread_id: 'thread-1',
  role: 'assistant',
} as const;

/** Keeps what it is told as the database does: half a character becomes a mark of replacement. */
function recordingJournal() {
  const texts: string[] = [];
  const states: Message['state'][] = [];
  const store = (text: string) => void texts.push(Buffer.from(text, 'utf8').toString('utf8'));
  const journal: MessageJournal = {
    begin: (begun) => {
      store(begun.text);
      states.push(begun.state);
      return Promise.resolve({ ...begun, position: 1, created_at: '2026-01-01T00:00:00.000Z' });
    },
    grow: (_id, { offset, text }) => {
      expect(offset).toBe(texts.join('').length);
      store(text);
      return Promise.resolve();
    },
    settle: (_id, state) => {
      states.push(state);
      return Promise.resolve();
    },
  };
  return { journal, texts, states };
}

describe('a text that comes in pieces', () => {
  it('is stored whole and in order, whatever the pieces are', async () => {
    const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 700 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.infiniteStream(fc.nat(5)), async (words, cuts) => {
        const text = words.join('').replaceAll('\0', '');
        const { journal, texts, states } = recordingJournal();
        const writer = new MessageWriter({ journal, message });
        // Pieces may end within a character of two units.
        for (let at = 0; at < text.length;) {
          const length = 1 + Number(cuts.next().value ?? 0) * 37;
          await writer.add(text.slice(at, at + length));
          at += length;
        }
        await writer.settle('finished');
        expect(texts.join('')).toBe(text);
        expect(states).toEqual(text === '' ? [] : ['streaming', 'finished']);
      }),
      { numRuns: 60 },
    );
  });

  it('is stored in a few batches', async () => {
    const { journal, texts } = recordingJournal();
    const writer = new MessageWriter({ journal, message });
    for (let count = 0; count < 1000; count++) await writer.add('word ');
    await writer.settle('cut');
    expect(texts.join('')).toBe('word '.repeat(1000));
    expect(texts.length).toBeLessThan(20);
  });

  it('fails where the next piece comes when it could not be stored', async () => {
    const { journal } = recordingJournal();
    const full = { ...journal, begin: () => Promise.reject(new Error('database or disk is full')) };
    const writer = new MessageWriter({ journal: full, message });
    await writer.add('Hello');
    await expect(writer.settle('finished')).rejects.toThrow('full');
  });

  it('goes on nowhere after a piece that could not be stored', async () => {
    const { journal, texts } = recordingJournal();
    const failing = vi
      .fn<MessageJournal['grow']>((id, added) => journal.grow(id, added))
      .mockRejectedValueOnce(new Error('database is locked'));
    const writer = new MessageWriter({ journal: { ...journal, grow: failing }, message });
    await writer.add('Hello');
    for (let count = 0; count < 3; count++) {
      await writer.add(' word'.repeat(100));
      await vi.waitFor(() => expect(failing).toHaveBeenCalled());
    }
    await expect(writer.settle('finished')).rejects.toThrow('locked');
    expect(texts).toEqual(['Hello']);
  });
});
