import { once } from 'node:events';

import { EipError, type Transport, type TransportMessage } from '@harness-desktop/eip-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { createEipConnection } from '../connection.ts';
import { ScriptedDaemon } from '../testing/scripted-daemon.ts';
import { ScriptedDesktop } from '../testing/scripted-desktop.ts';
import { createWebSocketTransport, type WebSocketLike } from './web-socket-transport.ts';

describe('the WebSocket carrier', () => {
  let server: WebSocketServer;
  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'eip.v1' });
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });

  const dial = (): WebSocket => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return new WebSocket(`ws://127.0.0.1:${port}`, ['eip.v1']);
  };
  const accept = (): Promise<WebSocket> =>
    new Promise((resolve) => server.once('connection', (socket) => resolve(socket)));
  const pair = async (): Promise<{ host: Transport; device: Transport; peer: WebSocket }> => {
    const accepted = accept();
    const socket = dial();
    const opened = once(socket, 'open');
    const host = createWebSocketTransport(socket);
    const peer = await accepted;
    await opened;
    return { host, device: createWebSocketTransport(peer), peer };
  };
  const messagesOf = (transport: Transport, count: number): Promise<TransportMessage[]> =>
    new Promise((resolve) => {
      const messages: TransportMessage[] = [];
      transport.onMessage((message) => {
        messages.push(message);
        if (messages.length === count) resolve(messages);
      });
    });

  it('carries a whole session, image included, from a socket that is not open yet', async () => {
    const accepted = accept();
    const connection = createEipConnection({
      transport: createWebSocketTransport(dial()),
      clientName: 'test',
      clientVersion: '1',
      createId: () => 'a',
    });
    const initializing = connection.initialize();
    const daemon = new ScriptedDaemon();
    const desktop = new ScriptedDesktop(daemon);
    desktop.image = new Uint8Array(3_000_000).fill(9);
    daemon.serve(createWebSocketTransport(await accepted));
    await initializing;
    const session = await connection.openSession();
    const { bytes } = await session.observeComputer();
    expect(Buffer.compare(bytes, desktop.image)).toBe(0);
    await session.close();
    connection.close();
    await connection.closed;
  });

  it('keeps text and bytes apart and in order', async () => {
    const { host, device } = await pair();
    const received = messagesOf(device, 3);
    host.sendText('é');
    host.sendBytes(Uint8Array.of(0, 255));
    host.sendText('last');
    expect(await received).toStrictEqual([
      { kind: 'text', text: 'é' },
      { kind: 'bytes', bytes: Uint8Array.of(0, 255) },
      { kind: 'text', text: 'last' },
    ]);
  });

  it('ends at once when it is closed, and tells the peer why', async () => {
    const { host, device } = await pair();
    const told = new Promise((resolve) => device.onClose(resolve));
    const seen: unknown[] = [];
    host.onClose((info) => seen.push(info));
    host.onMessage((message) => seen.push(message));
    device.sendText('dropped');
    host.close(4001, 'superseded');
    host.close(1000, 'again');
    expect(seen).toStrictEqual([{ code: 4001, reason: 'superseded' }]);
    expect(await told).toStrictEqual({ code: 4001, reason: 'superseded' });
    expect(seen).toHaveLength(1);
  });

  it('tells of a peer that is cut off, also who asks later', async () => {
    const { host, peer } = await pair();
    const ended = new Promise((resolve) => host.onClose(resolve));
    peer.terminate();
    expect(await ended).toMatchObject({ code: 1006 });
    expect(await new Promise((resolve) => host.onClose(resolve))).toMatchObject({ code: 1006 });
  });

  it('ends when the peer leaves too much unread', async () => {
    const accepted = accept();
    const host = createWebSocketTransport(dial(), { maxBufferedBytes: 1_000_000 });
    const peer = await accepted;
    peer.pause();
    const ended = new Promise((resolve) => host.onClose(resolve));
    for (let count = 0; count < 100; count += 1) host.sendBytes(new Uint8Array(200_000));
    expect(await ended).toMatchObject({ code: 1008 });
    peer.resume();
  });

  it('ends a dial that fails, so that requests do too', async () => {
    const connection = createEipConnection({
      transport: createWebSocketTransport(new WebSocket('ws://127.0.0.1:1')),
      clientName: 'test',
      clientVersion: '1',
      createId: () => 'a',
    });
    await expect(connection.initialize()).rejects.toMatchObject({ errorType: 'provider_unavailable' });
  });

  it('closes a socket that allows few codes, as a browser does', () => {
    const closed: unknown[] = [];
    const socket: WebSocketLike = {
      binaryType: 'blob',
      readyState: 1,
      bufferedAmount: 0,
      send: vi.fn(),
      close: (code?: number) => {
        if (code !== undefined && code !== 1000 && code < 3000) throw new EipError('invalid_params', 'code');
        closed.push(code);
      },
      addEventListener: vi.fn(),
    };
    createWebSocketTransport(socket).close(1002, 'protocol violation');
    expect(socket.binaryType).toBe('arraybuffer');
    expect(closed).toStrictEqual([undefined]);
  });
});
