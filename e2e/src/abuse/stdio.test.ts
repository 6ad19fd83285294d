import { encodeStdioMessage } from '@harness-desktop/eip-protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPipeTransport, startStdioDaemon, type StdioDaemon } from '../carriers/stdio-daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { eventually } from '../harness/eventually.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';
import { initializeText, requestText } from './abused-daemon.ts';

const suite = createTeardown();
let desktop: DisposableDesktop;
let teardown: Teardown;
let daemon: StdioDaemon;

beforeAll(async () => {
  desktop = await startDisposableDesktop({ teardown: suite });
});
afterAll(() => suite.close());
beforeEach(async () => {
  teardown = createTeardown();
  daemon = await startStdioDaemon({ environment: desktop.environment, teardown });
});
afterEach(async () => {
  expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });
  expect(daemon.errors()).not.toMatch(/internal fault|inside the daemon|unhandled/i);
  await teardown.close();
});

const collectTexts = (): string[] => {
  const texts: string[] = [];
  createPipeTransport(daemon).onMessage((message) => {
    if (message.kind === 'text') texts.push(message.text);
  });
  return texts;
};
const answered = (texts: readonly string[], count: number) =>
  eventually(() => (texts.length >= count ? true : undefined), {
    what: () => `${count} answers; there are ${texts.length}, and it said ${daemon.errors()}`,
    timeoutMs: 30_000,
  });

describe('a parent of the daemon', () => {
  it('is answered when each byte comes by itself', async () => {
    const texts = collectTexts();
    for (const byte of encodeStdioMessage({ kind: 'text', text: initializeText })) {
      await new Promise((resolve) => daemon.input.write(Buffer.of(byte), resolve));
    }
    await answered(texts, 1);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ id: 1, result: { protocol_version: '0.1' } });
  });

  it('gets 10 000 answers to what it sent at once', async () => {
    const texts = collectTexts();
    const request = encodeStdioMessage({ kind: 'text', text: requestText(2, 'device.describe') });
    daemon.input.write(encodeStdioMessage({ kind: 'text', text: initializeText }));
    daemon.input.write(Buffer.concat(Array.from({ length: 10_000 }, () => request)));
    await answered(texts, 10_001);
    expect(texts.every((text) => text.startsWith('{"jsonrpc":"2.0"'))).toBe(true);
  }, 60_000);

  it.each([
    ['a header block of 9 KiB', `${'X-A: y\r\n'.repeat(1200)}\r\n`],
    ['a header of 5 KiB', `X-A: ${'y'.repeat(5000)}\r\n`],
    ['a header that never ends', 'y'.repeat(2 ** 20)],
    ['33 headers', `${Array.from({ length: 33 }, (_, index) => `X-${index}: y\r\n`).join('')}\r\n`],
    ['a length twice', 'Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}'],
    ['no length', 'Content-Type: application/json\r\n\r\n{}'],
    ['a negative length', 'Content-Length: -1\r\n\r\n'],
    ['a length of forty digits', `Content-Length: ${'9'.repeat(40)}\r\n\r\n`],
    ['a length over 16 MiB', 'Content-Length: 16777217\r\n\r\n'],
    ['a frame over 4 MiB', 'Content-Length: 4194305\r\nContent-Type: application/vnd.a13n.eip-data\r\n\r\n'],
    ['another type', 'Content-Length: 2\r\nContent-Type: text/html\r\n\r\n{}'],
    ['an encoding', 'Content-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}'],
    ['a credential', 'Content-Length: 2\r\nAuthorization: Bearer x\r\n\r\n{}'],
    ['a header of the protocol', 'Content-Length: 2\r\nEIP-Session: x\r\n\r\n{}'],
    ['plain JSON', '{"jsonrpc":"2.0"}\n\n\r\n\r\n'],
    ['a frame that is none', 'Content-Length: 4\r\nContent-Type: application/vnd.a13n.eip-data\r\n\r\nEIPD'],
  ])('that sends %s ends it, with one reason', async (_case, bytes) => {
    daemon.input.write(bytes);
    expect(await daemon.exited).toEqual({ code: 1, signal: null });
    expect(daemon.errors()).toMatch(/broke the framing|broken data frame/);
  });

  it.each([
    ['within a header', 'Content-Le', 1],
    ['within a body', 'Content-Length: 100\r\n\r\n{"jsonrpc"', 1],
    ['between messages', '', 0],
  ])('that leaves %s ends it', async (_case, bytes, code) => {
    daemon.input.end(bytes);
    expect(await daemon.exited).toEqual({ code, signal: null });
  });
});
