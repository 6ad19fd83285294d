import { describe, expect, it } from 'vitest';

import { createDescriptorPool } from './descriptor-pool.ts';
import { connectScripted } from './testing/connect-scripted.ts';
import { ScriptedDaemon } from './testing/scripted-daemon.ts';
import { scriptedDevice } from './testing/scripted-descriptors.ts';

const restricted = (path: string) =>
  scriptedDevice({
    boundary: {
      ...scriptedDevice().boundary,
      sandbox: { mode: 'restricted', grants: [{ path, access: 'read_only' }] },
    },
  });

describe('a descriptor pool', () => {
  it('gives equal descriptors that share what is equal in them', () => {
    const pool = createDescriptorPool();
    const said = scriptedDevice({ device_id: 'one', display_name: 'One' });
    const one = pool.share(said);
    const two = pool.share(scriptedDevice({ device_id: 'two', available_methods: ['computer.observe'] }));
    expect(one).toStrictEqual(said);
    expect(two.device_id).toBe('two');
    expect(two.display_name).toBeUndefined();
    expect(two.available_methods).toStrictEqual(['computer.observe']);
    expect(two.limits).toBe(one.limits);
    expect(two.lifecycle).toBe(one.lifecycle);
    expect(two.boundary).toBe(one.boundary);
  });

  it('does not let one device change what another one said', () => {
    const pool = createDescriptorPool();
    const said = restricted('/srv');
    const shared = pool.share(said);
    said.available_methods.push('computer.invented');
    expect(pool.share(restricted('/srv'))).toStrictEqual(restricted('/srv'));
    expect(() => shared.available_methods.push('computer.invented')).toThrow(TypeError);
    const { sandbox } = shared.boundary;
    expect(() => sandbox.mode === 'restricted' && sandbox.grants.pop()).toThrow(TypeError);
  });

  it('tells an integer from a larger one that is a bigint, and from nothing', () => {
    const pool = createDescriptorPool();
    const lifecycleOf = (idle_timeout_ms: number | bigint) => {
      const device = scriptedDevice({ lifecycle: { idle_timeout_ms, disconnect_grace_ms: 30_000 } });
      return pool.share(device).lifecycle.idle_timeout_ms;
    };
    const huge = 2n ** 63n;
    expect([lifecycleOf(60_000), lifecycleOf(huge), lifecycleOf(huge + 1n)]).toEqual([
      60_000,
      huge,
      huge + 1n,
    ]);
  });

  it('forgets what was said longest ago, so that it stays small', () => {
    const pool = createDescriptorPool();
    const first = pool.share(restricted('/0')).boundary;
    const { limits } = pool.share(restricted('/0'));
    for (let number = 1; number <= 64; number += 1) pool.share(restricted(`/${number}`));
    expect(pool.share(restricted('/0')).boundary).not.toBe(first);
    expect(pool.share(restricted('/0')).limits).toBe(limits);
  });

  it('serves the connections that it is given to', async () => {
    const descriptors = createDescriptorPool();
    const connectTo = async (device_id: string) => {
      const daemon = new ScriptedDaemon({ device: scriptedDevice({ device_id }) });
      const { connection } = connectScripted({ daemon, descriptors });
      const { descriptor } = await connection.initialize({ expectedDeviceId: device_id });
      await connection.openSession();
      expect(connection.descriptor).toBe(descriptor);
      expect(await connection.describeDevice()).toBe(connection.descriptor);
      return descriptor;
    };
    const [one, two] = [await connectTo('one'), await connectTo('two')];
    expect([one.device_id, two.device_id]).toEqual(['one', 'two']);
    expect(one.limits).toBe(two.limits);
  });
});
