import { checkWebSocketUrl } from '../pairing/host-url.ts';
import { pair } from '../pairing/pairing-client.ts';
import type { HostPairing, PairingStore } from '../pairing/pairing-store.ts';
import type { CliIo } from './cli-io.ts';

export type PairWithHostOptions = {
  readonly pairing: HostPairing;
  readonly store: PairingStore;
  readonly credential: string;
  readonly deviceId: string;
  readonly name: string;
};

/** The socket URL of the approved pairing. Asks the Host also when it was approved before, as it may have forgotten. */
export const pairWithHost = async (options: PairWithHostOptions, io: CliIo): Promise<string> => {
  const { pairing, store, credential, deviceId, name } = options;
  const { host, alias } = pairing;
  const known = host.websocket_url === undefined ? null : checkWebSocketUrl(host.websocket_url, host.url);
  const outcome = await pair(
    { origin: host.url, deviceId, name, credential },
    {
      clock: io.clock,
      signal: io.stop,
      acceptUnreachable: known !== null,
      discardCredential: () => store.discardCredential(pairing),
      events: {
        onChallenge: ({ code, approvalUrl }) =>
          io.stderr(`Verification code: ${code}\nApprove at: ${approvalUrl}\n`),
        onTrouble: (message) => io.stderr(`${message.replace(/[^.?!]$/, '$&.')} Trying again.\n`),
      },
    },
  );
  if (outcome.kind === 'unreachable') return known ?? '';
  await store.save(alias, {
    url: host.url,
    resource_id: outcome.resourceId,
    websocket_url: outcome.webSocketUrl,
  });
  return outcome.webSocketUrl;
};
