import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HeldPress } from '@harness-desktop/native-input';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/create-logger.ts';
import { createSystemClock } from '../clock/clock.ts';
import { createPrivateFiles } from '../pairing/private-files.ts';
import { createHolders } from '../pairing/runtime-lock-holder.ts';
import type { Holder } from '../pairing/runtime-lock-holder.ts';
import { findLeftovers, removeJournals } from './press-journal-file-leftovers.ts';
import { createPressJournalFile } from './press-journal-file.ts';

const button: HeldPress = { kind: 'button', code: 1 };
const key: HeldPress = { kind: 'key', code: 38 };
const gone: Holder = { pid: process.pid, process_start: 'earlier boot 17' };

const files = createPrivateFiles({ windows: null, clock: createSystemClock() });
const holders = createHolders(null);

let directory = '';
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'envd-pressed-'))));
afterEach(() => rmSync(directory, { recursive: true }));

type Run = {
  display?: string;
  bootId?: string;
  directory?: string;
  name?: string;
  holder?: Holder;
};

const setUp = (run: Run = {}) => {
  const lines: string[] = [];
  const { log } = createLogger({ level: 'trace', human: false, write: (line) => lines.push(line) });
  const options = {
    directory,
    name: '17-a',
    holder: gone,
    display: ':1',
    bootId: 'boot-1',
    files,
    holders,
    log,
    ...run,
  };
  return { journal: createPressJournalFile(options), find: () => findLeftovers(options), lines };
};
const file = () => join(directory, '17-a.json');

describe('the press journal file', () => {
  it('tells the next run what was pressed, to its owner only', async () => {
    setUp().journal.forDesktop().record([button, key]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const { find, lines } = setUp({ name: '18-b' });
    const { held, paths } = await find();
    expect({ held, paths }).toEqual({ held: [button, key], paths: [file()] });
    expect(lines).toEqual([]);
    await removeJournals(paths, files);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('holds what every desktop presses and is gone once nothing is pressed', async () => {
    const { journal } = setUp();
    const [first, second] = [journal.forDesktop(), journal.forDesktop()];
    first.record([button]);
    second.record([key]);
    first.record([]);
    expect((await setUp().find()).held).toEqual([key]);
    second.record([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('keeps those of several daemons apart, and names together what is left of all that are gone', async () => {
    const [first, second] = [setUp().journal.forDesktop(), setUp({ name: '18-b' }).journal.forDesktop()];
    first.record([button]);
    second.record([key]);
    const { held, paths } = await setUp().find();
    expect(held).toEqual(expect.arrayContaining([button, key]));
    expect(paths).toHaveLength(2);
    first.record([]);
    expect((await setUp().find()).held).toEqual([key]);
  });

  it('names nothing that a daemon which runs holds, and keeps its file', async () => {
    const holder = await holders.describe(process.pid);
    setUp({ name: '18-b', holder }).journal.forDesktop().record([key]);
    expect(await setUp().find()).toEqual({ held: [], paths: [] });
    setUp().journal.forDesktop().record([button, key]);
    const { held, paths } = await setUp().find();
    expect({ held, paths }).toEqual({ held: [button], paths: [file()] });
    expect(readdirSync(directory)).toHaveLength(2);
  });

  it('removes that of an earlier boot', async () => {
    setUp().journal.forDesktop().record([button]);
    const { find, lines } = setUp({ bootId: 'boot-2' });
    expect(await find()).toEqual({ held: [], paths: [] });
    expect(readdirSync(directory)).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('leaves that of another display to the next start there', async () => {
    setUp().journal.forDesktop().record([button]);
    expect(await setUp({ display: ':2' }).find()).toEqual({ held: [], paths: [] });
    expect((await setUp().find()).held).toEqual([button]);
  });

  it('ignores a torn or foreign file with a warning, and removes it', async () => {
    setUp().journal.forDesktop().record([button]);
    const whole = readFileSync(file(), 'utf8');
    for (const text of [whole.slice(0, -5), '', '{"held":[{"kind":"key","code":38}]}', '\0']) {
      writeFileSync(file(), text);
      const { find, lines } = setUp();
      expect(await find()).toEqual({ held: [], paths: [] });
      expect(lines.join('')).toContain('is damaged; it is ignored');
      expect(readdirSync(directory)).toEqual([]);
    }
  });

  it('removes what a daemon that is gone was writing, and not what another is', async () => {
    writeFileSync(join(directory, `${process.pid}-a.json.tmp`), '{');
    writeFileSync(join(directory, '4194303-b.json.tmp'), '{');
    await setUp().find();
    expect(readdirSync(directory)).toEqual([`${process.pid}-a.json.tmp`]);
  });

  it('lets input go on with a warning when it cannot be written', () => {
    const { journal, lines } = setUp({ directory: join(directory, 'missing') });
    journal.forDesktop().record([button]);
    expect(lines.join('')).toContain('cannot write down what is pressed');
  });
});
