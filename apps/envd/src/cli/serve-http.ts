import { once } from 'node:events';
import type { Settings } from '../config/load-settings.ts';
import { answerMessage } from '../connection/answer-message.ts';
import { createConnectionState } from '../connection/connection-state.ts';
import { isLoopbackAddress, urlOf } from '../transport/http-address.ts';
import type { ListenAddress } from '../transport/http-address.ts';
import { readCredential } from '../transport/http-credential.ts';
import { createHttpEndpoint } from '../transport/http-endpoint.ts';
import { listenHttp } from '../transport/http-listener.ts';
import { readTls } from '../transport/http-tls.ts';
import type { TlsMaterial } from '../transport/http-tls.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import type { PreparedCarrier } from './prepared-carrier.ts';
import type { Serving } from './serve-transport.ts';

const defaultAddress: ListenAddress = { host: '127.0.0.1', port: 0 };

/** Serves every client that shows the bearer, until the process is asked to end. Rejects with a `CliError`. */
export const prepareHttp = async (settings: Settings, io: CliIo): Promise<PreparedCarrier> => {
  const address = settings.http_listen ?? defaultAddress;
  const tls = await readTls(
    { certificateFile: settings.http_tls_certificate_file, keyFile: settings.http_tls_key_file },
    io.windows,
  );
  if (tls === null && !isLoopbackAddress(address.host)) {
    throw new CliError(
      'usage',
      `Refused ${urlOf('http', address)}: plain HTTP would show the credential and the desktop to the network. Add --http-tls-certificate-file and --http-tls-key-file, or listen on 127.0.0.1.`,
    );
  }
  const credential = await readCredential(settings.http_credential_file, io.windows);
  return {
    secrets: [credential],
    serve: (serving) => serveHttp({ ...serving, address, tls, credential }, io),
  };
};

type ServingHttp = Serving & {
  readonly address: ListenAddress;
  readonly tls: TlsMaterial | null;
  readonly credential: string;
};

const serveHttp = async (
  { device, log, address, tls, credential }: ServingHttp,
  io: CliIo,
): Promise<void> => {
  const state = createConnectionState({
    device,
    serverVersion: io.version,
    repeatable: true,
    onInitialized: () => log.info('initialized'),
  });
  const endpoint = createHttpEndpoint({
    answer: (text) => answerMessage(text, state),
    findSession: (sessionId) => device.findSession(sessionId),
    credential,
    isLoopback: isLoopbackAddress(address.host),
    clock: io.clock,
    log,
  });
  const listener = await listenHttp({ address, tls, endpoint, clock: io.clock });
  io.stderr(`Listening on ${listener.url}\n`);
  if (!io.stop.aborted) await once(io.stop, 'abort');
  listener.refuseNew();
  // Gestures end and are released first, so that their answers still reach whoever asked.
  await device.close();
  await listener.close();
};
