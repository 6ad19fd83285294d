import { createServer, type Socket } from 'node:net';
import * as z from 'zod';
import { eventually } from '../harness/eventually.ts';
import type { Program } from '../harness/program.ts';
import type { Teardown } from '../harness/teardown.ts';
import { startWindowsProgram, windowsPath, type WindowsDesktop } from './windows-program.ts';

const headBytes = 8;
const answerTimeoutMs = 10_000;
const programs = 'packages/native-input/src/testing/windows/programs';

const answerSchema = z.object({
  id: z.int(),
  value: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
type Answer = z.infer<typeof answerSchema>;

/** A Windows program of the tests that does what it is told. */
export type CalledProgram = {
  readonly program: Program;
  /** Its parsed answer. */
  call<Schema extends z.ZodType>(name: string, schema: Schema, argument?: unknown): Promise<z.output<Schema>>;
};

export type CalledProgramOptions = {
  readonly windows: WindowsDesktop;
  /** Its file in `native-input/src/testing/windows/programs`. */
  readonly name: string;
  /** After the port. */
  readonly args: readonly string[];
  readonly teardown: Teardown;
};

/** Starts it and waits until it has connected back over loopback. */
export async function startCalledProgram(options: CalledProgramOptions): Promise<CalledProgram> {
  const { windows, name, args, teardown } = options;
  const answers = new Map<number, Answer>();
  let socket: Socket | undefined;
  const server = createServer((connected) => {
    socket = connected;
    readMessages(connected, (answer) => answers.set(answer.id, answer));
  });
  teardown.defer(() => {
    socket?.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const script = windowsPath(`${programs}/${name}`);
  const program = await startWindowsProgram({
    windows,
    script,
    args: [String(address.port), ...args],
    teardown,
  });
  const connected = await eventually(() => socket, {
    what: () => `${name} to connect; it said:\n${program.errors.join('\n')}`,
    timeoutMs: 30_000,
  });
  let calls = 0;
  return {
    program,
    call: async (call, schema, argument) => {
      calls += 1;
      const id = calls;
      sendMessage(connected, { id, call, argument });
      const answer = await eventually(() => answers.get(id), {
        what: () => `${name} to answer ${call}; it said:\n${program.errors.join('\n')}`,
        timeoutMs: answerTimeoutMs,
      });
      answers.delete(id);
      if (answer.error !== undefined) throw new Error(`${name} ${call}: ${answer.error.message}`);
      return schema.parse(answer.value);
    },
  };
}

/** The lengths of JSON and of bytes behind it, which these programs have none of; then the JSON. */
function sendMessage(socket: Socket, fields: Readonly<Record<string, unknown>>): void {
  const text = Buffer.from(JSON.stringify(fields));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(text.length, 0);
  socket.write(Buffer.concat([head, text]));
}

function readMessages(socket: Socket, take: (answer: Answer) => void): void {
  let received = Buffer.alloc(0);
  // Killed with its desktop, it resets the connection.
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= headBytes) {
      const textEnd = headBytes + received.readUInt32LE(0);
      const end = textEnd + received.readUInt32LE(4);
      if (received.length < end) break;
      take(answerSchema.parse(JSON.parse(received.toString('utf8', headBytes, textEnd))));
      received = received.subarray(end);
    }
  });
}
