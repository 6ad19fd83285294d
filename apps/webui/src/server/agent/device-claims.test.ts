import { EipError } from '@harness-desktop/eip-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, clickAt, operatorOf } from '../testing/operator.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const huge = 'x'.repeat(500_000);
/** A whole answer as a person's browser and the log of events get it. */
const maxAnswer = 20_000;

describe('a device that says far too much', () => {
  let server: TestServer;
  let device: TestDevice;
  beforeEach(async () => {
    server = await startTestServer();
    device = await server.pairDevice();
  });
  afterEach(() => server.close());

  it('shows 16 displays, and none whose name no call could carry', async () => {
    const { call } = await operatorOf(server).operate(bind(device));
    const display = (target_id: string) => ({
      target_id,
      name: `Screen ${'x'.repeat(500)}`,
      width: 800,
      height: 600,
    });
    device.daemon.displays = [display(huge), ...Array.from({ length: 5000 }, (_, at) => display(`d${at}`))];
    const { result } = await call({ tool: 'computer_describe', arguments: {} });
    if (result?.kind !== 'description') throw new Error(JSON.stringify(result));
    expect(result.displays.map(({ target_id }) => target_id)).toEqual(
      Array.from({ length: 16 }, (_, at) => `d${at}`),
    );
    expect(JSON.stringify(result).length).toBeLessThan(maxAnswer);
  });

  it('has its displays and folder bounded when it connects', async () => {
    await device.disconnect();
    device.daemon.displays = [{ target_id: huge, name: huge, width: 800, height: 600 }];
    await device.connect();
    const { bytes } = await server.request('GET', `/api/devices/${device.deviceId}`);
    expect(bytes.length).toBeLessThan(maxAnswer);
  });

  it('has its screenshots described briefly, and they can be clicked', async () => {
    const { call, observe } = await operatorOf(server).operate(bind(device));
    device.daemon.mimeType = huge;
    device.daemon.targetId = huge;
    const observation = await observe();
    expect(JSON.stringify(observation).length).toBeLessThan(maxAnswer);
    expect((await call(clickAt(observation.observation_id))).result).toMatchObject({ ok: true });
  });

  it('has its errors cut', async () => {
    const { call } = await operatorOf(server).operate(bind(device));
    device.daemon.failNext('computer.describe', new EipError('busy', huge));
    const { result } = await call({ tool: 'computer_describe', arguments: {} });
    expect(JSON.stringify(result).length).toBeLessThan(maxAnswer);
  });

  it('has its receipts cut to what was asked', async () => {
    const { call, observe } = await operatorOf(server).operate(bind(device));
    const { observation_id } = await observe();
    device.daemon.receiptMethod = huge;
    const { result } = await call(clickAt(observation_id));
    expect(JSON.stringify(result).length).toBeLessThan(maxAnswer);
  });
});
