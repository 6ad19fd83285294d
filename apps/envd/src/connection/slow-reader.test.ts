import { afterEach, describe, expect, it, vi } from 'vitest';
import { mostBufferedChunkBytes } from '../transfers/reader-transfer.ts';
import { eventually } from '../testing/eventually.ts';
import { openSocketCarrier } from '../testing/socket-carrier.ts';
import type { SocketCarrier } from '../testing/socket-carrier.ts';
import { createTestDevice, initializeParams, openParams, testImage } from '../testing/test-device.ts';
import { connectTestHost } from '../testing/test-host.ts';

vi.setConfig({ testTimeout: 60_000 });

const mebibyte = 1024 * 1024;
const context = (operationId: string) => ({ context: { operation_id: operationId } });

describe('a Host that stops reading', () => {
  let carrier: SocketCarrier | undefined;
  afterEach(() => carrier?.close());

  it('has no more of its images sent than the window of a carrier', async () => {
    carrier = await openSocketCarrier();
    const encodeImage = () => Promise.resolve(testImage(new Uint8Array(4 * mebibyte)));
    const { device } = createTestDevice({ overrides: { encodeImage } });
    const host = connectTestHost(device, carrier.ends);
    await host.call('initialize', initializeParams);
    const { descriptor } = await host.call('session.open', openParams);
    const sessionId = descriptor.session_id;
    await host.call('environment.readiness', context('op-r'), sessionId);
    const readers: string[] = [];
    for (let count = 0; count < 64; count += 1) {
      const observed = await host.call('computer.observe', context(`op-${count}`), sessionId);
      readers.push(observed.reader);
    }
    carrier.pauseHost();
    const [, deviceEnd] = carrier.ends;
    const transfers = device.findSession(sessionId)?.transfers;
    for (const handle of readers) {
      const frame = { kind: 'attach', offset: 0, payload: new Uint8Array(), resetStatus: null } as const;
      transfers?.receive({ ...frame, sessionId, handle }, deviceEnd);
    }
    expect(deviceEnd.bufferedBytes).toBeGreaterThan(mebibyte);
    expect(deviceEnd.bufferedBytes).toBeLessThan(mostBufferedChunkBytes + mebibyte);
  });

  it('is hung up on when its unread answers would fill the memory', async () => {
    carrier = await openSocketCarrier();
    const { device } = createTestDevice();
    const host = connectTestHost(device, carrier.ends);
    await host.call('initialize', initializeParams);
    const [hostEnd, deviceEnd] = carrier.ends;
    carrier.pauseHost();
    const request = JSON.stringify({
      jsonrpc: '2.0',
      id: 'x'.repeat(500_000),
      method: 'device.describe',
      params: {},
    });
    let most = 0;
    let ended = false;
    void host.ended.then(() => (ended = true));
    await eventually(() => {
      hostEnd.sendText(request);
      most = Math.max(most, deviceEnd.bufferedBytes);
      return ended;
    }).toBe(true);
    expect(most).toBeGreaterThan(30 * mebibyte);
    expect(most).toBeLessThan(40 * mebibyte);
  });
});
