import { EipError } from '@harness-desktop/eip-protocol';
import { noSuchSession } from '../connection/connection-state.ts';
import { defineSessionControl } from './define-operation.ts';

/**
 * Takes up a session whose carrier was lost, or hangs: the newest connection wins. What it was doing then has ended,
 * and its transfers are gone. Where clients share a connection, whoever attaches is taken for the one that initialized
 * last: a session must not speak to a client in a version that this one never offered.
 */
export const sessionAttach = defineSessionControl({
  method: 'session.attach',
  run: (sessionId, connection) => {
    const session = connection.device.findSession(sessionId);
    if (session === null) throw noSuchSession();
    if (connection.newestChoice() !== session.protocolVersion) {
      throw new EipError('protocol_incompatible', 'The session was opened with another protocol version.', {
        details: { field: 'eip_session' },
      });
    }
    connection.adopt(session);
    return Promise.resolve({ descriptor: session.descriptor });
  },
});
