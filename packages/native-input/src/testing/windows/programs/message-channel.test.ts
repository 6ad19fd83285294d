import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMessageChannel } from './message-channel.ts';
import type { Message } from './message-channel.ts';

const connectPair = async (): Promise<readonly [Socket, Socket]> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const near = connect(address.port, '127.0.0.1');
  const far = await accepted;
  onTestFinished(() => {
    for (const socket of [near, far]) socket.destroy();
    server.close();
  });
  return [near, far];
};

const listen = (socket: Socket): Message[] => {
  const messages: Message[] = [];
  openMessageChannel(socket, (message) => messages.push(message));
  return messages;
};

describe('a message channel', () => {
  it('delivers messages whole and in order, whatever their size', async () => {
    const [near, far] = await connectPair();
    const received = listen(far);
    const channel = openMessageChannel(near, () => undefined);
    const sizes = [0, 1, 7, 8, 9, 65_536, 3_072_000, 2];
    sizes.forEach((size, id) => channel.send({ id, text: 'ü😀' }, Buffer.alloc(size, id)));
    await expect.poll(() => received.length).toBe(sizes.length);
    expect(received.map(({ fields }) => [fields.get('id'), fields.get('text')])).toEqual(
      sizes.map((_, id) => [id, 'ü😀']),
    );
    expect(received.every(({ bytes }, id) => bytes.equals(Buffer.alloc(sizes[id] ?? 0, id)))).toBe(true);
  });

  it('puts a message together that comes byte by byte', async () => {
    const [near, far] = await connectPair();
    const received = listen(far);
    const text = Buffer.from('{"id":1}');
    const head = Buffer.from([text.length, 0, 0, 0, 3, 0, 0, 0]);
    near.setNoDelay(true);
    for (const byte of Buffer.concat([head, text, Buffer.from('abc'), head, text, Buffer.from('xyz')])) {
      await new Promise((resolve) => near.write(Buffer.from([byte]), resolve));
    }
    await expect.poll(() => received.length).toBe(2);
    expect(received.map(({ bytes }) => bytes.toString())).toEqual(['abc', 'xyz']);
  });
});
