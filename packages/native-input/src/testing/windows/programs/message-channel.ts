import type { Socket } from 'node:net';

/** A message with bytes that follow it. */
export type Message = { readonly fields: ReadonlyMap<string, unknown>; readonly bytes: Buffer };

export type MessageChannel = {
  send(fields: object, bytes?: Uint8Array): void;
  close(): void;
};

const headBytes = 8;
const none = new Uint8Array();

/** The fields of a value that JSON gave; none of one that is no object. */
export const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>(Object.entries(typeof value === 'object' && value !== null ? value : {}));

/** Takes the whole messages from the front of what came. */
const takeMessages = (received: Buffer): { messages: readonly Message[]; rest: Buffer } => {
  const messages: Message[] = [];
  let rest = received;
  while (rest.length >= headBytes) {
    const textEnd = headBytes + rest.readUInt32LE(0);
    const end = textEnd + rest.readUInt32LE(4);
    if (rest.length < end) break;
    const fields = fieldsOf(JSON.parse(rest.toString('utf8', headBytes, textEnd)));
    messages.push({ fields, bytes: rest.subarray(textEnd, end) });
    rest = rest.subarray(end);
  }
  return { messages, rest };
};

/** Messages over a stream: the lengths of both parts, JSON, bytes. Both ends are of the same checkout. */
export const openMessageChannel = (socket: Socket, onMessage: (message: Message) => void): MessageChannel => {
  let chunks: Buffer[] = [];
  let awaited = headBytes;
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    chunks.push(Buffer.from(chunk));
    // A frame comes in many chunks, which are joined once it is whole.
    if (chunks.reduce((sum, { length }) => sum + length, 0) < awaited) return;
    const { messages, rest } = takeMessages(Buffer.concat(chunks));
    chunks = [rest];
    awaited = rest.length < headBytes ? headBytes : headBytes + rest.readUInt32LE(0) + rest.readUInt32LE(4);
    for (const message of messages) onMessage(message);
  });
  return {
    send: (fields, bytes = none) => {
      const text = Buffer.from(JSON.stringify(fields));
      const head = Buffer.alloc(headBytes);
      head.writeUInt32LE(text.length, 0);
      head.writeUInt32LE(bytes.length, 4);
      socket.write(Buffer.concat([head, text, bytes]));
    },
    close: () => socket.destroy(),
  };
};
