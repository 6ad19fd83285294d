import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HeldPress } from '@harness-desktop/native-input';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/create-logger.ts';
import { createPressJournalFile } from './press-journal-file.ts';

const button: HeldPress = { kind: 'button', code: 1 };
const key: HeldPress = { kind: 'key', code: 38 };

let directory = '';
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'envd-pressed-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const setUp = (overrides: { display?: string; bootId?: string; directory?: string } = {}) => {
  const lines: string[] = [];
  const { log } = createLogger({ level: 'trace', human: false, write: (line) => lines.push(line) });
  const journal = createPressJournalFile({ directory, display: ':1', bootId: 'boot-1', log, ...overrides });
  return { journal, lines };
};
const file = () => join(directory, 'pressed');

describe('the press journal file', () => {
  it('tells the next run what was pressed, to its owner only', () => {
    setUp().journal.forDesktop().record([button, key]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const { journal, lines } = setUp();
    expect(journal.leftovers()).toEqual([button, key]);
    expect(lines).toEqual([]);
    journal.clear();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('holds what every desktop presses and is gone once nothing is pressed', () => {
    const { journal } = setUp();
    const [first, second] = [journal.forDesktop(), journal.forDesktop()];
    first.record([button]);
    second.record([key]);
    first.record([]);
    expect(setUp().journal.leftovers()).toEqual([key]);
    second.record([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([{ bootId: 'boot-2' }, { display: ':2' }])(
    'ignores and removes that of another run: %j',
    (other) => {
      setUp().journal.forDesktop().record([button]);
      const { journal, lines } = setUp(other);
      expect(journal.leftovers()).toEqual([]);
      expect(readdirSync(directory)).toEqual([]);
      expect(lines).toEqual([]);
    },
  );

  it('ignores a torn or foreign file with a warning, and removes it', () => {
    setUp().journal.forDesktop().record([button]);
    const whole = readFileSync(file(), 'utf8');
    for (const text of [whole.slice(0, -5), '', '{"held":[{"kind":"key","code":38}]}', '\0']) {
      writeFileSync(file(), text);
      const { journal, lines } = setUp();
      expect(journal.leftovers()).toEqual([]);
      expect(lines.join('')).toContain('is damaged; it is ignored');
      expect(readdirSync(directory)).toEqual([]);
    }
  });

  it('lets input go on with a warning when it cannot be written', () => {
    const { journal, lines } = setUp({ directory: join(directory, 'missing') });
    journal.forDesktop().record([button]);
    expect(lines.join('')).toContain('cannot write down what is pressed');
  });
});
