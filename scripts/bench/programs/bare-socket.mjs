// What carries a click at the least: one WebSocket message that says where, without a protocol or a check.
import { once } from 'node:events';
import { requireWs } from '../built.mjs';
import { answerCalls, machineMs } from './answer-calls.mjs';

const { WebSocketServer } = requireWs();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });

answerCalls({
  /** Where to connect to. */
  open: async () => {
    if (server.address() === null) await once(server, 'listening');
    return `ws://127.0.0.1:${server.address().port}`;
  },
  /** @param {{ x: number, y: number }} point */
  click: async (point) => {
    const [socket] = server.clients;
    const startedMs = machineMs();
    socket.send(JSON.stringify(point));
    // The button is up again by then, as the next click needs it.
    const [fault] = await once(socket, 'message');
    if (fault.length > 0) throw new Error(fault.toString('utf8'));
    return startedMs;
  },
});
