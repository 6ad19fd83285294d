import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeDataFrame, DataFrameError } from '@harness-desktop/eip-protocol';
import { bearer, startHttpDaemon as startListening } from '../../carriers/http-daemon.ts';
import type { DisposableDesktop } from '../../harness/disposable-desktop.ts';
import type { Teardown } from '../../harness/teardown.ts';
import { Fault } from '../oracles/fault.ts';
import type { DaemonLine, Outgoing } from './daemon-line.ts';
import type { DaemonUnderTest } from './daemon-target.ts';

const answerMs = 60_000;
/** For what is not HTTP there may be no answer; the others must not wait for it. */
const rawSettleMs = 150;
const refusals = new Set([400, 401, 404, 405, 409, 411, 413, 415, 429, 431]);

/** The daemon as an HTTP server: it ends for no request. */
export async function startHttpDaemon(
  desktop: DisposableDesktop,
  teardown: Teardown,
): Promise<DaemonUnderTest> {
  const { program, url } = await startListening({ environment: desktop.environment, teardown });
  return {
    program,
    connect: () => Promise.resolve(createHttpLine(url)),
    checkEnd: () =>
      Promise.reject(new Fault(`It ended and said:\n${program.errors.join('\n').slice(-4000)}`)),
  };
}

function createHttpLine(origin: string): DaemonLine {
  return {
    isClosed: () => false,
    close: () => undefined,
    exchange: async (batch) => {
      const heard = await Promise.all(batch.map((outgoing) => send(origin, outgoing)));
      return { answers: heard.flatMap((answer) => (answer === undefined ? [] : [answer])), frames: [] };
    },
  };
}

async function send(origin: string, outgoing: Outgoing): Promise<string | undefined> {
  if (outgoing.kind === 'raw') return sendRaw(origin, outgoing.bytes);
  if (outgoing.kind === 'bytes') return sendFrame(origin, outgoing.bytes);
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const response = await ask(`${origin}/eip/control`, { method: 'POST', headers, body: outgoing.text });
  const body = await response.text();
  return response.status === 200 ? body : undefined;
}

/** What the frame would begin or end, as a request of its own. */
async function sendFrame(origin: string, bytes: Uint8Array): Promise<undefined> {
  const frame = decode(bytes);
  if (frame?.kind !== 'attach' && frame?.kind !== 'reset') return;
  const headers = {
    authorization: `Bearer ${bearer}`,
    'eip-session': frame.sessionId,
    'eip-transfer-handle': frame.handle,
    'eip-transfer-direction': 'read',
  };
  const method = frame.kind === 'attach' ? 'POST' : 'DELETE';
  const response = await ask(`${origin}/eip/transfer`, { method, headers });
  // A transfer that is reset meanwhile is cut off.
  await response.arrayBuffer().catch(() => undefined);
}

function decode(bytes: Uint8Array) {
  try {
    return decodeDataFrame(bytes);
  } catch (error) {
    if (error instanceof DataFrameError) return undefined;
    throw error;
  }
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) }).catch(
    (error: unknown) => {
      throw new Fault(`No answer to ${init.method ?? 'GET'} ${url}: ${String(error)}`);
    },
  );
  if (!response.ok && !refusals.has(response.status)) {
    throw new Fault(
      `${init.method ?? 'GET'} ${url} was answered ${response.status}: ${await response.text()}`,
    );
  }
  return response;
}

async function sendRaw(origin: string, bytes: Uint8Array): Promise<undefined> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  const lie = `POST /eip/control HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\ncontent-type: application/json\r\ncontent-length: ${bytes[0] ?? 0}\r\n\r\n`;
  socket.write(Buffer.concat([(bytes[1] ?? 0) % 2 === 0 ? Buffer.from(lie) : Buffer.alloc(0), bytes]));
  await delay(rawSettleMs);
  socket.destroy();
}
