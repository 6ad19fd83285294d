import type { Transport } from '@harness-desktop/eip-protocol';
import { serveConnection } from '../connection/serve-connection.ts';
import type { ConnectionEnd } from '../connection/serve-connection.ts';
import type { Device } from '../device/device.ts';
import type { Log } from '../logging/create-logger.ts';
import type { CliIo } from './cli-io.ts';

export type Serving = { readonly device: Device; readonly log: Log };

/** Serves one connection until it ends; when the process is asked to end, the connection is the last to go. */
export const serveTransport = async (
  transport: Transport,
  { device, log }: Serving,
  io: CliIo,
): Promise<ConnectionEnd> => {
  // Gestures end and are released first, so that their answers still reach the Host.
  const stop = (): void => void device.close().finally(() => transport.close(1001, 'stopping'));
  io.stop.addEventListener('abort', stop, { once: true });
  if (io.stop.aborted) stop();
  const end = await serveConnection({
    device,
    transport,
    serverVersion: io.version,
    onInitialized: () => log.info('connected'),
  });
  io.stop.removeEventListener('abort', stop);
  log.info({ code: end.code, reason: end.reason }, 'disconnected');
  return end;
};
