import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWindowsProgram } from '../testing/windows/start-windows-program.ts';
import type { WindowsProgram } from '../testing/windows/start-windows-program.ts';
import { startXServer } from '../testing/x11/start-x-server.ts';

const programs: WindowsProgram[] = [];
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const server = await startXServer({ screen: '320x200x24' });
  closers.push(() => server.stop());
  for (let count = 0; count < 2; count += 1) {
    const program = await startWindowsProgram({
      name: 'system-driver.ts',
      prefix: `test-${process.pid}-system`,
      environment: server.environment,
    });
    programs.push(program);
    closers.push(() => program.stop());
  }
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const ask = async (program: WindowsProgram | undefined, name: string, argument?: unknown): Promise<unknown> =>
  (await program?.call(name, argument))?.value;

type Described = { readonly own: { readonly pid: number; readonly start: string } };
const isDescribed = (value: unknown): value is Described =>
  typeof value === 'object' && value !== null && 'own' in value;

const describeProgram = async (program: WindowsProgram | undefined): Promise<Described> => {
  const value = await ask(program, 'describe');
  if (isDescribed(value)) return value;
  throw new Error('The program does not describe itself.');
};

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const holding = (text: string): unknown => expect.arrayContaining([text]);

describe('Windows of itself', () => {
  it('tells two programs the same of the user, the session, the boot and the drives', async () => {
    const [{ own: first, ...one }, { own: second, ...other }] = await Promise.all([
      describeProgram(programs[0]),
      describeProgram(programs[1]),
    ]);
    expect(other).toEqual(one);
    expect(one).toEqual({
      userSid: matching(/^S-1-5-21-/),
      session: 1,
      bootId: matching(/^\d{18}$/),
      driveLetters: holding('C'),
    });
    expect(second).not.toEqual(first);
  });

  it('tells one program when another began, and of none that is not there', async () => {
    const { own } = await describeProgram(programs[1]);
    const { pid, ...began } = own;
    expect(began).toEqual({ start: matching(/^\d{18}$/), hasEnded: false });
    expect(await ask(programs[0], 'startOf', pid)).toEqual(began);
    expect(await ask(programs[0], 'startOf', 999_996)).toBeNull();
  });
});

describe('the console of a program', () => {
  it('selects nothing at a click until it may again', async () => {
    const clicksSelect = 0x1f7;
    const modes = [clicksSelect, clicksSelect & ~0x40, clicksSelect];
    expect(await ask(programs[0], 'endConsoleSelection')).toEqual(modes);
  });
});

describe('files and folders on Windows', () => {
  it('are open to nobody else once they are restricted, also with a long path', async () => {
    const everybody = ['S-1-1-0'];
    expect(await ask(programs[0], 'restrictFiles')).toEqual({
      before: [everybody, everybody, everybody],
      after: [[], [], []],
    });
  });

  it('are not restricted in silence when they are not there', async () => {
    await expect(ask(programs[0], 'restrictNothing')).rejects.toThrow(
      'Windows refused SetFileSecurity (error 2).',
    );
  });
});
