import { createLinkedTransports } from '@harness-desktop/eip-protocol';

import { createEipConnection, type EipConnection, type EipConnectionOptions } from '../connection.ts';
import type { EipSession } from '../session.ts';
import { ScriptedDaemon } from './scripted-daemon.ts';

export type ScriptedConnection = { readonly connection: EipConnection; readonly daemon: ScriptedDaemon };

export type ConnectScriptedOptions = Partial<EipConnectionOptions> & {
  /** A new one when absent. Give the one of a connection that was lost, and its sessions can be attached again. */
  readonly daemon?: ScriptedDaemon | undefined;
};

/** A connection and the scripted daemon at its other end, in memory. Not initialized. Ids count from 1. */
export function connectScripted(options: ConnectScriptedOptions = {}): ScriptedConnection {
  const { daemon = new ScriptedDaemon(), ...connectionOptions } = options;
  const [host, device] = createLinkedTransports();
  let count = 0;
  const connection = createEipConnection({
    transport: host,
    clientName: 'test-host',
    clientVersion: '1.0.0',
    createId: () => String(++count),
    ...connectionOptions,
  });
  daemon.serve(device);
  return { connection, daemon };
}

/** The same, initialized and with an open session. */
export async function connectScriptedSession(
  options: ConnectScriptedOptions = {},
): Promise<ScriptedConnection & { readonly session: EipSession }> {
  const { connection, daemon } = connectScripted(options);
  await connection.initialize();
  return { connection, daemon, session: await connection.openSession() };
}
