import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';
import {
  collectAnswers,
  expectMemoryBelow,
  initializeText,
  requestText,
  startAbusedDaemon,
  type AbusedDaemon,
} from './abused-daemon.ts';
import { residentMebibytes } from './memory.ts';
import { encodeServerFrame, opcodes } from './web-socket-frames.ts';

const suite = createTeardown();
let desktop: DisposableDesktop;
let teardown: Teardown;
let daemon: AbusedDaemon;

beforeAll(async () => {
  desktop = await startDisposableDesktop({ teardown: suite });
});
afterAll(() => suite.close());
beforeEach(async () => {
  teardown = createTeardown();
  daemon = await startAbusedDaemon(desktop, teardown);
});
afterEach(async () => {
  expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });
  await teardown.close();
});

const initializedSchema = z.object({
  result: z.object({ descriptor: z.object({ device_id: z.string(), generation: z.number() }) }),
});

const textFrame = (text: string): Buffer =>
  encodeServerFrame({ opcode: opcodes.text, payload: Buffer.from(text) });

describe('a message that comes in pieces', () => {
  it('is the same message when each byte is a packet', async () => {
    const answers = collectAnswers(daemon.socket);
    for (const byte of textFrame(initializeText)) daemon.socket.write(Buffer.of(byte));
    const [answer] = await answers.count(1);
    expect(answer).toMatchObject({ id: 1, result: { protocol_version: '0.1' } });
  });

  it('is the same message wherever a WebSocket splits it, also within a character', async () => {
    const answers = collectAnswers(daemon.socket);
    const payload = Buffer.from(initializeText);
    for (let at = 0; at <= payload.length; at += 1) {
      const first = payload.subarray(0, at);
      daemon.socket.write(encodeServerFrame({ opcode: opcodes.text, payload: first, final: false }));
      daemon.socket.write(encodeServerFrame({ opcode: opcodes.continuation, payload: payload.subarray(at) }));
      // More than 128 at once would be told that the device is busy.
      if (at % 64 === 63) await answers.count(at + 1);
    }
    const all = await answers.count(payload.length + 1);
    // In any order: an answer waits for none before it.
    const refused = all.flatMap((answer) => ('error' in answer ? [answer.error.data.error_type] : []));
    expect(refused).toHaveLength(payload.length);
    expect(new Set(refused)).toEqual(new Set(['already_initialized']));
  });

  it('is the same message as a fragment for each byte, with pings between them', async () => {
    const answers = collectAnswers(daemon.socket);
    const bytes = [...Buffer.from(initializeText)];
    bytes.forEach((byte, index) => {
      const opcode = index === 0 ? opcodes.text : opcodes.continuation;
      const final = index === bytes.length - 1;
      const ping = encodeServerFrame({ opcode: opcodes.ping, payload: Buffer.of(index % 256) });
      if (index % 8 === 0) daemon.socket.write(ping);
      daemon.socket.write(encodeServerFrame({ opcode, payload: Buffer.of(byte), final }));
    });
    expect((await answers.count(1))[0]).toMatchObject({ id: 1, result: {} });
  });
});

describe('a Host that breaks the format', () => {
  it.each([
    ['garbage after the upgrade', Buffer.from('HTTP/1.1 200 OK\r\n\r\n<html>'.repeat(9))],
    ['a reserved opcode', encodeServerFrame({ opcode: 3, payload: Buffer.alloc(1) })],
    ['a masked frame', Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])],
    [
      'text that is no UTF-8',
      encodeServerFrame({ opcode: opcodes.text, payload: Buffer.from([0xff, 0xfe]) }),
    ],
    ['a ping that is too long', encodeServerFrame({ opcode: opcodes.ping, payload: Buffer.alloc(126) })],
    [
      'a continuation of nothing',
      encodeServerFrame({ opcode: opcodes.continuation, payload: Buffer.alloc(1) }),
    ],
    [
      'a length beyond everything',
      encodeServerFrame({ opcode: 2, payload: Buffer.alloc(9), claimedLength: 2n ** 63n }),
    ],
  ])('with %s is left for good', async (_case, bytes) => {
    daemon.socket.write(bytes);
    await daemon.endedForGood();
  });

  const frameOf = (claims: {
    readonly session?: number;
    readonly payload?: number;
    readonly kind?: number;
  }) => {
    const frame = Buffer.alloc(24 + 9 + 8);
    frame.write('EIPD');
    frame.writeUInt8(1, 4);
    frame.writeUInt8(claims.kind ?? 1, 5);
    frame.writeUInt16BE(claims.session ?? 9, 8);
    frame.writeUInt16BE(8, 10);
    frame.writeUInt32BE(claims.payload ?? 0, 20);
    frame.write('session-1reader-1', 24);
    return frame;
  };

  it.each([
    ['a session id that is longer than the frame', frameOf({ session: 65_535 })],
    ['4 GiB of payload that are not there', frameOf({ payload: 2 ** 32 - 1 })],
    ['a kind that does not exist', frameOf({ kind: 99 })],
    ['a frame of one byte', Buffer.of(69)],
    ['an empty frame', Buffer.alloc(0)],
  ])('with %s hears 1002 and is left for good', async (_case, frame) => {
    daemon.socket.sendBytes(frame);
    expect(await daemon.socket.closed).toMatchObject({ code: 1002 });
    await daemon.endedForGood();
  });

  it('with more than 16 MiB in a message hears 1009, and the daemon comes again', async () => {
    const before = residentMebibytes(daemon.program.pid);
    daemon.socket.write(
      encodeServerFrame({ opcode: opcodes.text, payload: Buffer.alloc(9), claimedLength: 2n ** 24n + 1n }),
    );
    expect(await daemon.socket.closed).toMatchObject({ code: 1009 });
    await daemon.stillServes();
    expectMemoryBelow(daemon.program, before, 128);
  });

  it('with a flood of pings is hung up on, and the daemon comes again', async () => {
    const ping = encodeServerFrame({ opcode: opcodes.ping, payload: Buffer.alloc(125) });
    daemon.socket.pause();
    for (let count = 0; count < 1000; count += 1)
      daemon.socket.write(Buffer.concat(Array.from({ length: 100 }, () => ping)));
    await daemon.stillServes();
  });

  it('with a frame that never ends, or that answers no ping, is hung up on', async () => {
    const other = await startAbusedDaemon(desktop, teardown);
    other.socket.answersPings = false;
    daemon.socket.write(
      encodeServerFrame({ opcode: opcodes.binary, payload: Buffer.alloc(100), claimedLength: 1_000_000n }),
    );
    daemon.socket.answersPings = false;
    await Promise.all([daemon.socket.closed, other.socket.closed]);
    await Promise.all([daemon.stillServes(), other.stillServes()]);
  }, 90_000);
});

describe('a Host that asks too much', () => {
  const floodWith = (text: string, count: number): void => {
    const frame = textFrame(text);
    const burst = Buffer.concat(Array.from({ length: 100 }, () => frame));
    for (let sent = 0; sent < count; sent += 100) daemon.socket.write(burst);
  };

  it('gets 10 000 answers when it reads them late', async () => {
    const answers = collectAnswers(daemon.socket);
    daemon.socket.sendText(initializeText);
    await answers.count(1);
    const before = residentMebibytes(daemon.program.pid);
    daemon.socket.pause();
    floodWith(requestText(2, 'device.describe'), 10_000);
    daemon.socket.resume();
    await answers.count(10_001, 60_000);
    expectMemoryBelow(daemon.program, before, 256);
  }, 120_000);

  it('and never reads is hung up on before the answers fill the memory', async () => {
    const answers = collectAnswers(daemon.socket);
    daemon.socket.sendText(initializeText);
    await answers.count(1);
    const before = residentMebibytes(daemon.program.pid);
    daemon.socket.pause();
    floodWith(requestText(2, 'device.describe'), 60_000);
    await daemon.stillServes();
    expectMemoryBelow(daemon.program, before, 256);
  }, 120_000);

  it('opens 128 sessions of 3000 it asks for', async () => {
    const answers = collectAnswers(daemon.socket);
    daemon.socket.sendText(initializeText);
    const [first] = await answers.count(1);
    const { device_id, generation } = initializedSchema.parse(first).result.descriptor;
    const before = residentMebibytes(daemon.program.pid);
    const params = {
      expected_device_id: device_id,
      expected_generation: generation,
      protocol_version: '0.1',
    };
    floodWith(requestText(2, 'session.open', params), 3000);
    const all = (await answers.count(3001, 60_000)).slice(1);
    const refused = all.flatMap((answer) => ('error' in answer ? [answer.error.data.error_type] : []));
    expect(all.length - refused.length).toBe(128);
    expect(new Set(refused)).toEqual(new Set(['busy']));
    expectMemoryBelow(daemon.program, before, 256);
  }, 120_000);

  it.each([
    [
      'a million brackets',
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${'['.repeat(1_000_000)}`,
      'parse_error',
    ],
    ['a lie about its depth', '{"a":'.repeat(100_000), 'parse_error'],
    ['an open string of 15 MiB', `"${'a'.repeat(15 * 1024 * 1024)}`, 'parse_error'],
    [
      'five million numbers',
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":[${'0,'.repeat(5_000_000)}0]}}`,
      'invalid_params',
    ],
    [
      'a number of a million digits',
      `{"jsonrpc":"2.0","id":${'9'.repeat(1_000_000)},"method":"initialize","params":{}}`,
      'invalid_request',
    ],
    ['an id of 2 MiB', requestText('x'.repeat(2 ** 21), 'initialize'), 'output_limit_exceeded'],
    ['a method of 2 MiB', requestText(1, 'x'.repeat(2 ** 21)), 'not_initialized'],
    ['a member name of 2 MiB', requestText(1, 'initialize', { ['x'.repeat(2 ** 21)]: 1 }), 'invalid_params'],
    ['no text at all', '', 'parse_error'],
  ])(
    'is answered when it sends %s',
    async (_case, text, errorType) => {
      const answers = collectAnswers(daemon.socket);
      daemon.socket.sendText(text);
      const [answer] = await answers.count(1, 60_000);
      expect(answer).toMatchObject({ error: { data: { error_type: errorType } } });
      daemon.socket.sendText(initializeText);
      expect((await answers.count(2))[1]).toMatchObject({ id: 1, result: {} });
    },
    90_000,
  );
});
