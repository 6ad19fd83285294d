import { defineSessionControl } from './define-operation.ts';

export const sessionClose = defineSessionControl({
  method: 'session.close',
  run: async (sessionId, connection) => {
    const session = connection.sessionOf(sessionId);
    connection.release(session);
    await session.close();
    return { closed: true };
  },
});
