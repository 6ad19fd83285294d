import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { createStdioDecoder, encodeStdioMessage } from '@harness-desktop/eip-protocol';
import type { TransportMessage } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createStdioTransport } from './stdio-transport.ts';
import type { StdioStreams } from './stdio-transport.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A real process with real pipes. */
const start = (command: string, ...args: string[]) => {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  return child;
};

const text = (value: string): TransportMessage => ({ kind: 'text', text: value });
const wire = (...messages: TransportMessage[]): Buffer => Buffer.concat(messages.map(encodeStdioMessage));

const open = (streams: StdioStreams) => {
  const transport = createStdioTransport(streams);
  const received: TransportMessage[] = [];
  const closes: string[] = [];
  transport.onClose(({ code, reason }) => closes.push(`${code} ${reason}`));
  transport.onMessage((message) => received.push(message));
  return { transport, received, closes };
};

const openOnPipes = () => {
  const input = new PassThrough();
  const output = new PassThrough();
  return { ...open({ input, output }), input, output };
};

const never = new AbortController().signal;

describe('stdio transport', () => {
  it('carries text and bytes both ways through the pipes of a process', async () => {
    const echo = start('cat');
    const { transport, received } = open({ input: echo.stdout, output: echo.stdin });
    transport.sendText('{"é":1}');
    transport.sendBytes(Uint8Array.of(0, 255, 13, 10));
    await eventually(() => received).toEqual([
      text('{"é":1}'),
      { kind: 'bytes', bytes: Uint8Array.of(0, 255, 13, 10) },
    ]);
    await transport.drained(AbortSignal.timeout(0));
  });

  it('reads nothing before somebody listens', async () => {
    const input = new PassThrough();
    const transport = createStdioTransport({ input, output: new PassThrough() });
    input.end(wire(text('early')));
    await new Promise((resolve) => setImmediate(resolve));
    const received: TransportMessage[] = [];
    transport.onMessage((message) => received.push(message));
    await eventually(() => received).toEqual([text('early')]);
  });

  it('counts what a process that does not read leaves behind, and takes its end for a loss', async () => {
    const sleeper = start('sleep', '60');
    const { transport, closes } = open({ input: sleeper.stdout, output: sleeper.stdin });
    const mebibyte = new Uint8Array(1024 * 1024);
    for (let count = 0; count < 3; count += 1) transport.sendBytes(mebibyte);
    expect(transport.bufferedBytes).toBeGreaterThan(2 * mebibyte.length);
    sleeper.kill('SIGKILL');
    await eventually(() => closes).toHaveLength(1);
    await transport.drained(never);
    transport.sendText('{}');
    expect(closes[0]).toMatch(/^(1001 end of input|1006 nobody reads)$/);
    expect(transport.fault).toBeNull();
  });

  it('still answers after the end of input, and is drained once everything was answered and taken', async () => {
    const { transport, input, output, closes } = openOnPipes();
    input.end(wire(text('question')));
    await eventually(() => closes).toEqual(['1001 end of input']);
    let drained = false;
    const whenDrained = transport.drained(never).then(() => (drained = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(drained).toBe(false);
    transport.sendText('answer');
    await whenDrained;
    const sent: unknown[] = [];
    const decoder = createStdioDecoder();
    output.on('data', (chunk: Buffer) => sent.push(...decoder.push(chunk)));
    await eventually(() => sent).toEqual([text('answer')]);
  });

  it('waits no longer for answers than it is told to', async () => {
    const { transport, input, closes } = openOnPipes();
    input.end(wire(text('question')));
    await eventually(() => closes).toHaveLength(1);
    await transport.drained(AbortSignal.timeout(1));
  });

  it('ends with the first fault of the framing, after what came before it', async () => {
    const { transport, input, received, closes } = openOnPipes();
    input.write(
      Buffer.concat([wire(text('good')), Buffer.from('EIP-Session: x\r\n\r\n'), wire(text('late'))]),
    );
    await eventually(() => closes).toEqual(['1002 framing']);
    expect(received).toEqual([text('good')]);
    expect(transport.fault).toContain('eip-session is not allowed');
    input.write(wire(text('later')));
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(1);
  });

  it('takes an end within a message for a fault', async () => {
    const { transport, input, closes } = openOnPipes();
    input.end('Content-Length: 5\r\n\r\n{}');
    await eventually(() => closes).toEqual(['1002 framing']);
    expect(transport.fault).toContain('within a message');
  });

  it('reads no more once it was closed, and says so once', async () => {
    const { transport, input, received, closes } = openOnPipes();
    transport.close(1001, 'stopping');
    transport.close();
    input.write(wire(text('late')));
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual([]);
    expect(closes).toEqual(['1001 stopping']);
    const late: number[] = [];
    transport.onClose(({ code }) => late.push(code));
    await Promise.resolve();
    expect(late).toEqual([1001]);
  });

  it('does nothing more of a chunk whose first message closed it', async () => {
    const { transport, input, received } = openOnPipes();
    transport.onMessage(() => transport.close());
    input.write(wire(text('first'), text('second')));
    await eventually(() => received).toEqual([text('first')]);
  });
});
