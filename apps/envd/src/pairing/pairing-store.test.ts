import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../clock/clock.ts';
import type { Clock } from '../clock/clock.ts';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { createPairingStore, defaultAlias } from './pairing-store.ts';
import { createPrivateFiles } from './private-files.ts';
import { createHolders } from './runtime-lock-holder.ts';
import { takeRuntimeLock } from './runtime-lock.ts';

const files = createPrivateFiles({ windows: null, clock: createSystemClock() });

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'envd-store-'))));
afterEach(() => rm(directory, { recursive: true }));

const createStore = () => {
  let next = 0;
  const randomHex = (count: number) => (next += 1).toString(16).padStart(count * 2, '0');
  return createPairingStore({
    stateDirectory: join(directory, 'state'),
    instance: 'default',
    files,
    randomHex,
  });
};
const modeOf = async (path: string) =>
  ((await stat(join(directory, 'state', path))).mode & 0o777).toString(8);

describe('createPairingStore', () => {
  it('keeps everything where the layout says, for its owner only', async () => {
    const store = createStore();
    const alias = defaultAlias('https://ui.example');
    expect(alias).toMatch(/^host-[0-9a-f]{16}$/);
    await store.deviceId();
    const pairing = await store.save(alias, { url: 'https://ui.example' });
    expect(await store.credential(pairing)).toMatch(/^[0-9a-f]{64}$/);
    const folder = `instances/default/hosts/${alias}`;
    expect(await modeOf('instances/default')).toBe('700');
    expect(await modeOf(folder)).toBe('700');
    for (const file of ['instances/default/device-id', `${folder}/host.json`, `${folder}/credential`]) {
      expect(await modeOf(file)).toBe('600');
    }
  });

  it('gives the same device id and credential again', async () => {
    const pairing = await createStore().save('desk', { url: 'https://ui.example' });
    const first = createStore();
    const made = [await first.deviceId(), await first.credential(pairing)];
    const second = createStore();
    await second.deviceId();
    expect([await second.deviceId(), await second.credential(pairing)]).toEqual(made);
  });

  it('agrees on one device id when two start at once', async () => {
    const ids = await Promise.all([
      createStore().deviceId(),
      createStore().deviceId(),
      createStore().deviceId(),
    ]);
    expect(new Set(ids).size).toBe(1);
  });

  it('finds a Host by alias and by URL', async () => {
    const store = createStore();
    await store.save('desk', { url: 'https://ui.example' });
    expect((await store.findByUrl('https://ui.example'))?.alias).toBe('desk');
    expect((await store.findByAlias('desk'))?.host.url).toBe('https://ui.example');
    expect(await store.findByAlias('other')).toBeNull();
  });

  it('forgets credential and approval together, and nothing else', async () => {
    const store = createStore();
    const deviceId = await store.deviceId();
    const url = 'https://ui.example';
    const pairing = await store.save('desk', {
      url,
      resource_id: 'device-a',
      websocket_url: 'wss://ui.example/x',
    });
    const credential = await store.credential(pairing);
    await store.discardCredential(pairing);
    expect(await readdir(pairing.directory)).toEqual(['host.json']);
    expect((await store.findByAlias('desk'))?.host).toEqual({ url });
    expect(await store.credential(pairing)).not.toBe(credential);
    expect(await store.deviceId()).toBe(deviceId);
  });

  it('says which file is damaged', async () => {
    const store = createStore();
    const pairing = await store.save('desk', { url: 'https://ui.example' });
    await writeFile(join(pairing.directory, 'credential'), 'short');
    await expect(store.credential(pairing)).rejects.toThrow(/credential is damaged; remove it/);
  });
});

describe('takeRuntimeLock', () => {
  const takeLock = (
    processId: number,
    clock: Clock = createHurriedClock(),
    signal = new AbortController().signal,
  ) =>
    takeRuntimeLock({
      directory,
      served: 'this pairing',
      processId,
      files,
      holders: createHolders(null),
      clock,
      signal,
    });

  it('waits five seconds for the first daemon to end', async () => {
    const clock = createHurriedClock();
    await takeLock(process.pid);
    await expect(takeLock(process.pid + 1_000_000, clock)).rejects.toThrow('already serves this pairing');
    expect(clock.waitsMs.reduce((sum, waitMs) => sum + waitMs, 0)).toBe(5000);
  });

  it('takes over what the first daemon releases meanwhile', async () => {
    const clock = createSystemClock();
    const first = await takeLock(process.pid);
    clock.schedule(250, () => void first.release());
    await expect(takeLock(process.pid + 1_000_000, clock)).resolves.toBeDefined();
  });

  it('waits no longer when told to stop', async () => {
    await takeLock(process.pid);
    const waiting = takeLock(process.pid + 1_000_000, createSystemClock(), AbortSignal.timeout(150));
    await expect(waiting).rejects.toThrow('Stopped');
  });

  it('refuses a second daemon while the first lives', async () => {
    await takeLock(process.pid);
    await expect(takeLock(process.pid + 1_000_000)).rejects.toThrow(`process ${process.pid}`);
  });

  it('is free again after release', async () => {
    const lock = await takeLock(process.pid);
    await lock.release();
    await expect(takeLock(process.pid)).resolves.toBeDefined();
  });

  it.each(['{"pid":4194303,"process_start":null}', '{"pid":1,"process_start":"earlier boot 17"}', 'damaged'])(
    'replaces the stale lock %s',
    async (text) => {
      await writeFile(join(directory, 'runtime'), text);
      await takeLock(process.pid);
      expect(await readFile(join(directory, 'runtime'), 'utf8')).toContain(`"pid":${process.pid}`);
    },
  );

  it('lets exactly one of many win', async () => {
    await writeFile(join(directory, 'runtime'), '{"pid":4194303,"process_start":null}');
    const attempts = [process.pid, process.ppid].map((pid) => takeLock(pid));
    const results = await Promise.allSettled(attempts);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});
