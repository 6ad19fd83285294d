import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import { verificationCodeOf } from '../pairing/pairing-reply.ts';

export type TestWebUi = {
  readonly origin: string;
  /** Credentials of pairing requests, in order. */
  readonly pairingCredentials: string[];
  readonly upgrades: IncomingMessage[];
  readonly sockets: WebSocket[];
  /** Below the WebSockets, to write what no WebSocket would. */
  readonly rawSockets: Duplex[];
  /** From now on pairings are answered with approval. */
  approve(): void;
  /** From now on the credentials seen so far are refused with this code. */
  refusePairing(code: string, status?: number): void;
  /** How upgrades are answered: with a status, or with the socket when `null`. */
  setUpgradeStatus(status: number | null): void;
  close(): Promise<void>;
};

export type TestWebUiOptions = {
  readonly approved?: boolean;
  readonly subprotocol?: string | false;
  /** Whether pings are answered. */
  readonly autoPong?: boolean;
};

/** The Host's two doors on a real port: pairing by HTTP, and the socket. */
export const startTestWebUi = async (options: TestWebUiOptions = {}): Promise<TestWebUi> => {
  const state: { approved: boolean; upgradeStatus: number | null; origin: string } = {
    approved: options.approved ?? false,
    upgradeStatus: null,
    origin: '',
  };
  const pairingCredentials: string[] = [];
  const refusals = new Map<string, { readonly code: string; readonly status: number }>();
  const upgrades: IncomingMessage[] = [];
  const sockets: WebSocket[] = [];
  const rawSockets: Duplex[] = [];
  const socketServer = createSocketServer(options);
  const answerPairing = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const credential = (request.headers.authorization ?? '').replace('Bearer ', '');
    pairingCredentials.push(credential);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { device_id: deviceId } = pairingBodySchema.parse(JSON.parse(body));
    const refusal = refusals.get(credential);
    const { approved, origin } = state;
    if (refusal !== undefined) answerJson(response, refusal.status, refusal);
    else answerJson(response, 200, approved ? approval(origin) : challenge(deviceId, credential, origin));
  };
  const server = createServer((request, response) => void answerPairing(request, response));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.push(request);
    rawSockets.push(socket);
    if (state.upgradeStatus !== null) {
      const location = state.upgradeStatus < 400 ? 'location: /else\r\n' : '';
      socket.end(`HTTP/1.1 ${state.upgradeStatus} No\r\n${location}content-length: 0\r\n\r\n`);
      return;
    }
    socketServer.handleUpgrade(request, socket, head, (opened) => sockets.push(opened));
  });
  state.origin = await listen(server);
  return {
    origin: state.origin,
    pairingCredentials,
    upgrades,
    sockets,
    rawSockets,
    approve: () => {
      state.approved = true;
    },
    refusePairing: (code, status = 403) => {
      for (const credential of pairingCredentials) refusals.set(credential, { code, status });
    },
    setUpgradeStatus: (status) => {
      state.upgradeStatus = status;
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const createSocketServer = ({ subprotocol = 'eip.v1', autoPong = true }: TestWebUiOptions): WebSocketServer =>
  new WebSocketServer({ noServer: true, autoPong, handleProtocols: () => subprotocol });

const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Resolves with the origin of a free port of this machine. */
export const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
};

const pairingBodySchema = z.strictObject({ device_id: z.string(), name: z.string() });

const approval = (origin: string) => ({
  status: 'approved',
  resource_id: 'device-a',
  websocket_url: `${origin.replace('http', 'ws')}/api/devices/device-a/connect`,
});

const challenge = (deviceId: string, credential: string, origin: string) => ({
  status: 'pending',
  challenge: {
    device_id: deviceId,
    name: 'desk',
    pairing_id: 'pair-1',
    verification_code: verificationCodeOf(credential),
    expires_at: '2026-01-01T00:10:00Z',
  },
  approval_url: `${origin}/settings/environments`,
  poll_after_seconds: 1,
});
