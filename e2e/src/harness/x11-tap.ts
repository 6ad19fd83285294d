import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DisposableDesktop } from './disposable-desktop.ts';
import type { Environment } from './program.ts';
import type { Teardown } from './teardown.ts';
import { readCookie, writeXAuthority } from './x-authority.ts';

const displayOffset = 1000;
const getImageOpcode = 73;

/** How captures reached the display server, over all connections. */
type CaptureLog = { started: number; overlapping: number };

/** The images that were asked for and have not come yet. */
type Outstanding = Set<string>;

export type X11Tap = { readonly environment: Environment; readonly captures: CaptureLog };

/**
 * A second address of the desktop that writes down which images a client asks for. Descriptors do not pass through
 * it, so that clients without shared memory are tested by it, too.
 */
export async function startX11Tap(desktop: DisposableDesktop, teardown: Teardown): Promise<X11Tap> {
  const number = displayOffset + Number(desktop.display.slice(1));
  const display = `:${number}`;
  const xauthority = join(desktop.directory, 'tap-xauthority');
  await writeXAuthority({ path: xauthority, display, cookie: await readCookie(desktop.xauthority) });
  const captures: CaptureLog = { started: 0, overlapping: 0 };
  const outstanding: Outstanding = new Set();
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const upstream = connect(socketPath(desktop.display.slice(1)));
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
    }
    connections += 1;
    pass({ client, server: upstream, id: connections }, captures, outstanding);
  });
  const path = socketPath(String(number));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  teardown.defer(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await rm(path, { force: true });
  });
  return { environment: { ...desktop.environment, DISPLAY: display, XAUTHORITY: xauthority }, captures };
}

const socketPath = (number: string): string => `/tmp/.X11-unix/X${number}`;

type Passage = { readonly client: Socket; readonly server: Socket; readonly id: number };

function pass({ client, server, id }: Passage, captures: CaptureLog, outstanding: Outstanding): void {
  let sequence = 0;
  let isAnswered = false;
  const readRequests = createMessageReader((bytes) => requestLength(bytes, sequence === 0));
  const readAnswers = createMessageReader((bytes) => answerLength(bytes, !isAnswered));
  client.on('data', (chunk: Buffer) => {
    for (const request of readRequests(chunk)) {
      // The connection set-up has no sequence number; the first request has 1.
      if (sequence > 0 && request[0] === getImageOpcode) {
        const firstBand = request.readInt16LE(10) === 0;
        if (firstBand) captures.started += 1;
        if (firstBand && outstanding.size > 0) captures.overlapping += 1;
        outstanding.add(`${id}:${sequence & 0xffff}`);
      }
      sequence += 1;
    }
    server.write(chunk);
  });
  server.on('data', (chunk: Buffer) => {
    for (const answer of readAnswers(chunk)) {
      isAnswered = true;
      if ((answer[0] ?? 2) < 2) outstanding.delete(`${id}:${answer.readUInt16LE(2)}`);
    }
    client.write(chunk);
  });
  client.on('close', () => {
    server.destroy();
    for (const key of outstanding) if (key.startsWith(`${id}:`)) outstanding.delete(key);
  });
  server.on('close', () => client.destroy());
}

/** Collects chunks into messages; `lengthOf` gives the length of the one that begins here, once it is known. */
function createMessageReader(lengthOf: (bytes: Buffer) => number | undefined) {
  let pending = Buffer.alloc(0);
  return function* read(chunk: Buffer): Generator<Buffer> {
    pending = Buffer.concat([pending, chunk]);
    for (let length = lengthOf(pending); length !== undefined && pending.length >= length;) {
      yield pending.subarray(0, length);
      pending = pending.subarray(length);
      length = lengthOf(pending);
    }
  };
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** Clients of this suite are little-endian. */
function requestLength(bytes: Buffer, isSetUp: boolean): number | undefined {
  if (bytes.length < 12 && (isSetUp || bytes.length < 4)) return undefined;
  if (isSetUp) return 12 + padded(bytes.readUInt16LE(6)) + padded(bytes.readUInt16LE(8));
  const short = bytes.readUInt16LE(2);
  if (short > 0) return short * 4;
  return bytes.length < 8 ? undefined : bytes.readUInt32LE(4) * 4;
}

function answerLength(bytes: Buffer, isSetUp: boolean): number | undefined {
  const genericEvent = 35;
  if (bytes.length < (isSetUp ? 8 : 32)) return undefined;
  if (isSetUp) return 8 + bytes.readUInt16LE(6) * 4;
  const kind = (bytes[0] ?? 0) & 0x7f;
  return kind === 1 || kind === genericEvent ? 32 + bytes.readUInt32LE(4) * 4 : 32;
}
