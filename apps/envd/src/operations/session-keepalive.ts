import { defineSessionControl } from './define-operation.ts';

export const sessionKeepalive = defineSessionControl({
  method: 'session.keepalive',
  run: (sessionId, connection) => {
    connection.sessionOf(sessionId).touch();
    return Promise.resolve({ alive: true });
  },
});
