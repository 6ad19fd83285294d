import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

import type { Transport, TransportMessage } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it } from 'vitest';

import { createEipConnection } from '../connection.ts';
import { createStdioTransport } from './stdio-transport.ts';

const children: ChildProcessWithoutNullStreams[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
});

/** A real process, written as a script. */
function run(script: string): { child: ChildProcessWithoutNullStreams; transport: Transport } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  children.push(child);
  return { child, transport: createStdioTransport({ input: child.stdin, output: child.stdout }) };
}

const echo = 'process.stdin.pipe(process.stdout);';
const ending = (transport: Transport) => new Promise((resolve) => transport.onClose(resolve));

/** Answers every control message with an EIP error, in pieces of one byte. */
const refusing = `
  let held = Buffer.alloc(0);
  process.stdin.on('data', (bytes) => {
    held = Buffer.concat([held, bytes]);
    for (;;) {
      const end = held.indexOf('\\r\\n\\r\\n');
      if (end === -1) return;
      const length = Number(/content-length: (\\d+)/i.exec(held.subarray(0, end).toString())[1]);
      if (held.length < end + 4 + length) return;
      const { id } = JSON.parse(held.subarray(end + 4, end + 4 + length).toString());
      held = held.subarray(end + 4 + length);
      const data = { error_type: 'busy', retry_hint: 'after_capacity', dispatch_stage: 'pre_dispatch' };
      const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32030, message: 'Later.', data } });
      for (const byte of Buffer.from('Content-Length: ' + body.length + '\\r\\n\\r\\n' + body)) {
        process.stdout.write(Buffer.of(byte));
      }
    }
  });
`;

describe('the stdio carrier', () => {
  it('carries text and bytes through a process, however its pipes cut them', async () => {
    const { transport } = run(echo);
    const large = new Uint8Array(900_000).map((_, index) => index % 251);
    const received = new Promise<TransportMessage[]>((resolve) => {
      const messages: TransportMessage[] = [];
      transport.onMessage((message) => {
        messages.push(message);
        if (messages.length === 3) resolve(messages);
      });
    });
    transport.sendText('{"é":1}');
    transport.sendBytes(large);
    transport.sendText('{}');
    const [first, second, third] = await received;
    expect(first).toStrictEqual({ kind: 'text', text: '{"é":1}' });
    expect(second?.kind === 'bytes' && Buffer.compare(second.bytes, large)).toBe(0);
    expect(third).toStrictEqual({ kind: 'text', text: '{}' });
  });

  it('carries requests and typed errors', async () => {
    const { transport } = run(refusing);
    const connection = createEipConnection({
      transport,
      clientName: 'test',
      clientVersion: '1',
      createId: () => 'a',
    });
    await expect(connection.initialize()).rejects.toMatchObject({ errorType: 'busy' });
    connection.close();
    await connection.closed;
  });

  it('lets the process leave by closing its input', async () => {
    const { child, transport } = run("process.stdin.resume().on('end', () => process.exit(7));");
    const exited = once(child, 'exit');
    transport.close();
    expect(await ending(transport)).toStrictEqual({ code: 1000, reason: '' });
    expect(await exited).toStrictEqual([7, null]);
  });

  it.each([
    ['leaves', 'process.exit(0);', 1000],
    ['writes what is no message', "process.stdout.write('hello\\r\\n\\r\\n');", 1002],
    ['leaves within a message', "process.stdout.write('Content-Length: 9\\r\\n\\r\\n{');", 1002],
  ])('ends when the process %s', async (_name, script, code) => {
    const { transport } = run(script);
    expect(await ending(transport)).toMatchObject({ code });
  });

  it('ends when the process cannot be started', async () => {
    const child = spawn('/nonexistent/daemon');
    const failed = once(child, 'error');
    const transport = createStdioTransport({ input: child.stdin, output: child.stdout });
    transport.sendText('{}');
    await failed;
    expect(await ending(transport)).toBeDefined();
  });

  it('ends when the process reads nothing and too much waits', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    children.push(child);
    const streams = { input: child.stdin, output: child.stdout };
    const transport = createStdioTransport(streams, { maxBufferedBytes: 1_000_000 });
    for (let count = 0; count < 10; count += 1) transport.sendBytes(new Uint8Array(200_000));
    expect(await ending(transport)).toMatchObject({ code: 1008 });
  });
});
