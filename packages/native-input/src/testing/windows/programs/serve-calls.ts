import { connect } from 'node:net';
import { DesktopError } from '../../../desktop-error.ts';
import { openMessageChannel } from './message-channel.ts';
import type { Message, MessageChannel } from './message-channel.ts';

export type Answer = { readonly value?: unknown; readonly bytes?: Uint8Array };

/** What a program does when the test calls it by name. */
export type Call = (argument: unknown, signal: AbortSignal) => Answer | Promise<Answer>;

export type ServedCalls = { tell(event: string, value?: unknown): void };

const errorFields = (error: unknown): object => ({
  code: error instanceof DesktopError ? error.code : undefined,
  message: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

const answerCall = async (channel: MessageChannel, call: () => Answer | Promise<Answer>, id: unknown) => {
  try {
    const { value, bytes } = await call();
    channel.send({ id, value }, bytes);
  } catch (error) {
    channel.send({ id, error: errorFields(error) });
  }
};

/**
 * Connects back to the test that started this program and does what it calls for. The program ends with the
 * connection.
 */
export const serveCalls = (port: number, calls: ReadonlyMap<string, Call>): ServedCalls => {
  const running = new Map<unknown, AbortController>();

  const onMessage = ({ fields }: Message): void => {
    const id = fields.get('id');
    if (fields.get('abort') === true) {
      running.get(id)?.abort();
      return;
    }
    const call = calls.get(String(fields.get('call')));
    const cancel = new AbortController();
    if (fields.get('aborted') === true) cancel.abort();
    running.set(id, cancel);
    const run = () => {
      if (!call) throw new Error(`There is no call ${String(fields.get('call'))}.`);
      return call(fields.get('argument'), cancel.signal);
    };
    void answerCall(channel, run, id).finally(() => running.delete(id));
  };

  const socket = connect(port, '127.0.0.1');
  const channel = openMessageChannel(socket, onMessage);
  socket.once('error', () => process.exit(1));
  socket.once('close', () => process.exit(0));
  return { tell: (event, value) => channel.send({ event, value }) };
};
