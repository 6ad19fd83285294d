import type { Transport } from '@harness-desktop/eip-protocol';
import { vi } from 'vitest';
import { WebSocket, type RawData } from 'ws';
import type { DeviceHub } from '../device-hub/device-hub.ts';
import type { ScriptedDaemon } from './scripted-daemon.ts';

export type DeviceAddress = {
  readonly origin: string;
  readonly deviceId: string;
  readonly credential: string;
  readonly hub: DeviceHub;
};

/** A paired device whose daemon is scripted, over a real WebSocket. */
export class TestDevice {
  readonly daemon: ScriptedDaemon;
  readonly deviceId: string;
  readonly #address: DeviceAddress;

  constructor(address: DeviceAddress, daemon: ScriptedDaemon) {
    this.#address = address;
    this.deviceId = address.deviceId;
    this.daemon = daemon;
  }

  async connect(): Promise<void> {
    const { origin, credential, deviceId, hub } = this.#address;
    const url = `${origin.replace('http', 'ws')}/api/devices/${deviceId}/connect`;
    const headers = { authorization: `Bearer ${credential}` };
    const socket = new WebSocket(url, ['eip.v1'], { headers, perMessageDeflate: false });
    this.daemon.serve(daemonTransport(socket));
    await vi.waitFor(() => {
      if (hub.connectionState(deviceId) !== 'connected') throw new Error('not connected yet');
    }, waiting);
  }

  async disconnect(): Promise<void> {
    const { deviceId, hub } = this.#address;
    this.daemon.disconnect();
    await vi.waitFor(() => {
      if (hub.connectionState(deviceId) !== 'offline') throw new Error('still connected');
    }, waiting);
  }
}

const waiting = { timeout: 5000, interval: 5 };

function daemonTransport(socket: WebSocket): Transport {
  return {
    sendText: (text) => socket.send(text),
    sendBytes: (bytes) => socket.send(bytes),
    close: () => socket.terminate(),
    onMessage(listener) {
      const receive = (data: RawData, isBinary: boolean) => {
        const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
        listener(isBinary ? { kind: 'bytes', bytes } : { kind: 'text', text: bytes.toString('utf8') });
      };
      socket.on('message', receive);
      return () => void socket.off('message', receive);
    },
    onClose(listener) {
      socket.on('close', (code, reason) => listener({ code, reason: reason.toString('utf8') }));
      return () => undefined;
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  };
}
