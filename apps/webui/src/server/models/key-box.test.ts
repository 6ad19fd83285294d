import { chmod, readdir, rm, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerConfig } from '../config/server-config.ts';
import { systemRandomness } from '../randomness.ts';
import { makeDataDirectory } from '../testing/test-server.ts';
import { createKeyBox, type KeyBox } from './key-box.ts';

let directory: Awaited<ReturnType<typeof makeDataDirectory>>;
let box: KeyBox;
const path = () => join(directory.path, 'model-keys.key');

beforeEach(async () => {
  directory = await makeDataDirectory();
  const config: ServerConfig = {
    host: '127.0.0.1',
    port: 0,
    dataDir: directory.path,
    publicOrigin: null,
    logLevel: 'silent',
    trustProxy: false,
    version: '0.0.0',
  };
  box = createKeyBox({ config, random: systemRandomness });
});
afterEach(() => directory.remove());

describe('the keys of models', () => {
  it('open for their own model only, and only unchanged', async () => {
    const sealed = await box.seal('secret', 'model-1');
    expect(await box.open(sealed, 'model-1')).toBe('secret');
    await expect(box.open(sealed, 'model-2')).rejects.toMatchObject({ code: 'model_key_unreadable' });
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    await expect(box.open(changed, 'model-1')).rejects.toMatchObject({ code: 'model_key_unreadable' });
    expect(await box.seal('secret', 'model-1')).not.toBe(sealed);
  });

  it('have one key file, also when two make it at once', async () => {
    const sealed = await Promise.all(['a', 'b', 'c', 'd'].map((key) => box.seal(key, 'model-1')));
    const opened = await Promise.all(sealed.map((one) => box.open(one, 'model-1')));
    expect(opened).toEqual(['a', 'b', 'c', 'd']);
    expect(await readdir(directory.path)).toEqual(['model-keys.key']);
  });

  it('are not touched while the key file may be read by others, is cut short, or is a link', async () => {
    const sealed = await box.seal('secret', 'model-1');
    await chmod(path(), 0o644);
    await expect(box.open(sealed, 'model-1')).rejects.toThrow('chmod 600');
    await chmod(path(), 0o600);
    await truncate(path(), 16);
    await expect(box.open(sealed, 'model-1')).rejects.toThrow('16 bytes instead of 32');
    await rm(path());
    await symlink('/dev/null', path());
    await expect(box.seal('secret', 'model-1')).rejects.toThrow('is a link');
  });

  it('say that they must be entered again when the key file was lost', async () => {
    const sealed = await box.seal('secret', 'model-1');
    await rm(path());
    await expect(box.open(sealed, 'model-1')).rejects.toThrow('Enter it again');
  });
});
