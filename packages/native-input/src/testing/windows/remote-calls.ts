import type { Socket } from 'node:net';
import { createDeferred } from '../../deferred.ts';
import type { Deferred } from '../../deferred.ts';
import { DesktopError } from '../../desktop-error.ts';
import type { DesktopErrorCode } from '../../desktop-error.ts';
import { fieldsOf, openMessageChannel } from './programs/message-channel.ts';
import type { Message } from './programs/message-channel.ts';

type Reply = { readonly value: unknown; readonly bytes: Buffer };

export type RemoteCalls = {
  /** Rejects with the `DesktopError` that the call there rejected with, else with an `Error` that says why. */
  readonly call: (name: string, argument?: unknown, signal?: AbortSignal) => Promise<Reply>;
  readonly on: (event: string, listener: (value: unknown) => void) => void;
  /** Rejects every call that waits and every later one. */
  fail(error: Error): void;
};

/** The other end sends nothing else: it is of the same checkout. */
const isErrorCode = (code: unknown): code is DesktopErrorCode => typeof code === 'string';

const toError = (value: unknown): Error => {
  const fields = fieldsOf(value);
  const code = fields.get('code');
  const message = String(fields.get('message'));
  return isErrorCode(code) ? new DesktopError(code, message) : new Error(message);
};

/** The calling end of what `serveCalls` serves. */
export const createRemoteCalls = (socket: Socket): RemoteCalls => {
  const waiting = new Map<unknown, Deferred<Reply>>();
  const listeners = new Map<unknown, (value: unknown) => void>();
  let lastId = 0;
  let failure: Error | undefined;

  const channel = openMessageChannel(socket, ({ fields, bytes }: Message) => {
    if (fields.has('event')) {
      listeners.get(fields.get('event'))?.(fields.get('value'));
      return;
    }
    const answer = waiting.get(fields.get('id'));
    waiting.delete(fields.get('id'));
    if (fields.has('error')) answer?.reject(toError(fields.get('error')));
    else answer?.resolve({ value: fields.get('value'), bytes });
  });

  return {
    call: async (name, argument, signal) => {
      if (failure) throw failure;
      lastId += 1;
      const id = lastId;
      const answer = createDeferred<Reply>();
      waiting.set(id, answer);
      const abort = () => channel.send({ id, abort: true });
      channel.send({ id, call: name, argument, aborted: signal?.aborted ?? false });
      signal?.addEventListener('abort', abort);
      return answer.promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    on: (event, listener) => void listeners.set(event, listener),
    fail: (error) => {
      failure ??= error;
      for (const answer of waiting.values()) answer.reject(failure);
      waiting.clear();
    },
  };
};
