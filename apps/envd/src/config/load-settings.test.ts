import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliError } from '../cli/cli-error.ts';
import { checkBoundary } from './check-boundary.ts';
import { loadSettings } from './load-settings.ts';
import type { SettingsSources } from './load-settings.ts';

let directory = '';
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-config-'))));
afterAll(() => rm(directory, { recursive: true }));

const load = (sources: Partial<SettingsSources> = {}) =>
  loadSettings({
    flags: {},
    environment: {},
    homeDirectory: '/home/ada',
    currentDirectory: directory,
    hostName: 'lovelace',
    ...sources,
  });

const expectUsageError = async (loading: Promise<unknown>, text: string) => {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CliError);
  expect(error).toMatchObject({ exitCode: 2 });
  expect(String(error)).toContain(text);
};

const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(directory, name), text);
  return name;
};

describe('loadSettings', () => {
  it('has computer use and full control off by default', async () => {
    expect(await load()).toMatchObject({
      computer_use: false,
      full_control: false,
      name: 'lovelace',
      instance: 'default',
      state_dir: '/home/ada/.a13n-envd',
      working_directory: '/home/ada',
    });
  });

  it('takes flag over environment over file over default', async () => {
    const config = await file('all.json', '{"name":"file","log_level":"warn","instance":"file"}');
    const settings = await load({
      flags: { config: [config], name: ['flag'] },
      environment: { A13N_ENVD_NAME: 'env', A13N_ENVD_LOG_LEVEL: 'debug' },
    });
    expect(settings).toMatchObject({
      name: 'flag',
      log_level: 'debug',
      instance: 'file',
      sandbox: 'disabled',
    });
  });

  it('F2 turns computer use off by flag although the environment turns it on', async () => {
    const settings = await load({
      flags: { computer_use: ['false'] },
      environment: { A13N_ENVD_COMPUTER_USE: 'true' },
    });
    expect(settings.computer_use).toBe(false);
  });

  it('keeps full control and computer use independent', async () => {
    expect(await load({ flags: { full_control: ['true'] } })).toMatchObject({ computer_use: false });
    expect(await load({ flags: { computer_use: ['true'] } })).toMatchObject({ full_control: false });
  });

  it('F1 refuses an unknown variable by name', async () => {
    await expectUsageError(load({ environment: { A13N_ENVD_FOO: '1' } }), 'A13N_ENVD_FOO');
  });

  it('F1 refuses an unknown key of the file by name', async () => {
    const config = await file('unknown.json', '{"computer_uze":true}');
    await expectUsageError(load({ environment: { A13N_ENVD_CONFIG: config } }), 'computer_uze');
  });

  it('F1 refuses a flag given twice by name', async () => {
    await expectUsageError(
      load({ flags: { computer_use: ['true', 'false'] } }),
      '--computer-use was given 2 times',
    );
  });

  it('refuses a key written twice in the file', async () => {
    const config = await file('double.json', '{"computer_use":false,"computer_use":true}');
    await expect(load({ flags: { config: [config] } })).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each([
    [{ flags: { computer_use: ['yes'] } }, '--computer-use: use true or false'],
    [
      { flags: { log_level: ['loud'] } },
      /^--log-level: use one of fatal, error, warn, info, debug, trace, silent\.$/,
    ],
    [{ flags: { full_control: ['1'] } }, /^--full-control: use true or false\.$/],
    [{ flags: { sandbox: ['none'] } }, /^--sandbox: use one of disabled, restricted\.$/],
    [
      { environment: { A13N_ENVD_DISCONNECT_GRACE_MS: '0' } },
      /^A13N_ENVD_DISCONNECT_GRACE_MS: use a whole number of milliseconds from 1 to 86400000\.$/,
    ],
    [{ environment: { A13N_ENVD_COMPUTER_USE: '1' } }, 'A13N_ENVD_COMPUTER_USE: use true or false'],
    [{ environment: { A13N_ENVD_DISCONNECT_GRACE_MS: '-5' } }, 'A13N_ENVD_DISCONNECT_GRACE_MS'],
    [{ flags: { alias: ['../x'] } }, '--alias'],
    [{ flags: { name: ['a\u001b[2Jb'] } }, '--name: use a name without control characters'],
    [{ flags: { config: ['missing.json'] } }, 'missing.json; check --config'],
  ])('refuses %j and says where it stands', async (sources, message) => {
    await expect(load(sources)).rejects.toThrow(message);
  });

  it('refuses a malformed value also where another layer wins over it', async () => {
    const sources = { flags: { computer_use: ['false'] }, environment: { A13N_ENVD_COMPUTER_USE: 'maybe' } };
    await expect(load(sources)).rejects.toThrow('A13N_ENVD_COMPUTER_USE');
  });

  it('reads paths of the file relative to the file and those of flags relative to the current directory', async () => {
    const config = await file('paths.json', '{"state_dir":"state","working_directory":"~/desk"}');
    const settings = await load({ flags: { config: [config] }, currentDirectory: directory });
    expect(settings.state_dir).toBe(join(directory, 'state'));
    expect(settings.working_directory).toBe('/home/ada/desk');
    expect((await load({ flags: { state_dir: ['here'] } })).state_dir).toBe(join(directory, 'here'));
  });
});

describe('checkBoundary', () => {
  it.each([{ sandbox: ['restricted'] }, { egress: ['deny'] }, { egress: ['controlled'] }])(
    'F3 refuses %j with computer use on',
    async (flags) => {
      const settings = await load({ flags: { ...flags, computer_use: ['true'] } });
      expect(() => checkBoundary(settings)).toThrow(/--computer-use false/);
    },
  );

  it('does not claim a sandbox it cannot keep', async () => {
    const settings = await load({ flags: { sandbox: ['restricted'] } });
    expect(() => checkBoundary(settings)).toThrow('cannot enforce');
  });

  it('admits the plain boundary', async () => {
    const settings = await load({ flags: { computer_use: ['true'] } });
    expect(() => checkBoundary(settings)).not.toThrow();
  });
});
