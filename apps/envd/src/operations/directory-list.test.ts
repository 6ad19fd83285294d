import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDevice, initializeParams } from '../testing/test-device.ts';
import { connectTestHost } from '../testing/test-host.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'envd-list-'));
  await Promise.all(['b', 'a', '.hidden', 'Z ü'].map((name) => mkdir(join(root, name))));
  await writeFile(join(root, 'file.txt'), '');
  await symlink(join(root, 'a'), join(root, 'link'));
  await symlink(join(root, 'gone'), join(root, 'dangling'));
});
afterAll(() => rm(root, { recursive: true }));

const expected = { expected_device_id: 'device-1', expected_generation: 7 };

const connect = async () => {
  const host = connectTestHost(createTestDevice().device);
  await host.call('initialize', initializeParams);
  return host;
};

describe('directory.list', () => {
  it('names folders, and links to folders, in order, with the folder above', async () => {
    const host = await connect();
    const listing = await host.call('directory.list', { ...expected, path: root, limit: 100 });
    expect(listing.entries.map(({ name }) => name)).toEqual(['.hidden', 'Z ü', 'a', 'b', 'link']);
    expect(listing.entries[2]).toEqual({ name: 'a', path: `${root}/a` });
    expect(listing.parent_path).toBe(dirname(root));
    expect(listing.next_offset).toBeUndefined();
  });

  it('has pages', async () => {
    const host = await connect();
    const page = (offset: number) =>
      host.call('directory.list', { ...expected, path: root, offset, limit: 2 });
    const first = await page(0);
    expect(first).toMatchObject({ next_offset: 2, entries: [{ name: '.hidden' }, { name: 'Z ü' }] });
    expect(await page(4)).toMatchObject({ entries: [{ name: 'link' }] });
    expect((await page(4)).next_offset).toBeUndefined();
    expect((await page(9)).entries).toEqual([]);
  });

  it('lists the root, which has nothing above it', async () => {
    const host = await connect();
    const listing = await host.call('directory.list', { ...expected, path: '/', limit: 1000 });
    expect(listing.parent_path).toBeUndefined();
    expect(listing.entries).toContainEqual({ name: 'tmp', path: '/tmp' });
  });

  it.each([
    [{ path: '/no/such/folder' }, 'not_found_or_denied'],
    [{ path: '/etc/hostname' }, 'not_found_or_denied'],
    [{ path: '/tmp/../etc' }, 'invalid_params'],
    [{ path: 'tmp' }, 'invalid_params'],
    [{ path: '/tmp', limit: 0 }, 'invalid_params'],
    [{ path: '/tmp', expected_generation: 8 }, 'stale_generation'],
  ])('refuses %j', async (params, errorType) => {
    const host = await connect();
    const refused = await host.refusal('directory.list', { ...expected, limit: 10, ...params });
    expect(refused.data.error_type).toBe(errorType);
    expect(refused.message).not.toContain(basename(root));
  });
});

describe('directory.list on Windows', () => {
  const onWindows = async () => {
    const device = createTestDevice({
      pathStyle: 'windows',
      overrides: { driveLetters: () => ['C', 'D'] },
    }).device;
    const host = connectTestHost(device);
    await host.call('initialize', initializeParams);
    return host;
  };

  it('lists the drives above all of them', async () => {
    const host = await onWindows();
    expect(await host.call('directory.list', { ...expected, path: '/', limit: 10 })).toEqual({
      path: '/',
      entries: [
        { name: 'C:', path: '/C:/' },
        { name: 'D:', path: '/D:/' },
      ],
    });
  });

  it.each([
    '/C:/Users/..\\..\\Windows',
    '/C:/nul',
    '/C:/a:b',
    '/C:/a./b',
    '/home',
    '/UNC/./x',
    '/UNC/here/pipe/x',
  ])('refuses %s, which names no folder there', async (path) => {
    const host = await onWindows();
    const refused = await host.refusal('directory.list', { ...expected, path, limit: 10 });
    expect(['not_found_or_denied', 'invalid_params']).toContain(refused.data.error_type);
  });
});
