import { DataFrameError, decodeDataFrame, durationsMs } from '@harness-desktop/eip-protocol';
import type { Transport } from '@harness-desktop/eip-protocol';
import type { Device } from '../device/device.ts';
import { resetFrame } from '../transfers/reader-transfers.ts';
import { answerMessage } from './answer-message.ts';
import { createConnectionState } from './connection-state.ts';
import type { ConnectionState } from './connection-state.ts';

export type ServeConnectionOptions = {
  readonly device: Device;
  readonly transport: Transport;
  readonly serverVersion: string;
  readonly onInitialized?: () => void;
};

/** Why a connection ended: `framing` when the peer broke the format, so that it makes no sense to go on. */
export type ConnectionEnd = {
  readonly code: number;
  readonly reason: string;
  readonly cause: 'closed' | 'framing';
};

/** Close codes of RFC 6455. */
const closeCodes = { protocolError: 1002, policyViolation: 1008 } as const;

/** More than any Host that reads its answers lets pile up. */
const mostBufferedBytes = 32 * 1024 * 1024;

/** Serves a Host over one carrier until it is gone; its sessions then wait for the grace period. */
export const serveConnection = (options: ServeConnectionOptions): Promise<ConnectionEnd> => {
  const { device, transport, serverVersion } = options;
  const { clock, log } = device.resources;
  return new Promise((resolve) => {
    let cause: ConnectionEnd['cause'] = 'closed';
    let ending = false;
    const end = (code: number, reason: string): void => {
      ending = true;
      state.end();
      transport.close(code, reason);
    };
    const cancelDeadline = clock.schedule(durationsMs.initialize, () => {
      log.warn('the Host did not initialize in time');
      end(closeCodes.policyViolation, 'initialize');
    });
    const onInitialized = (): void => {
      cancelDeadline();
      options.onInitialized?.();
    };
    const state = createConnectionState({ device, serverVersion, onInitialized });
    const wire: Wire = { state, transport, end };
    transport.onMessage((message) => {
      // Nobody would hear the answer to what comes after the end was decided, so it is not done either.
      if (ending) return;
      if (message.kind === 'text') {
        answerText(message.text, wire);
        return;
      }
      try {
        receiveFrame(message.bytes, wire);
      } catch (error) {
        if (!(error instanceof DataFrameError)) throw error;
        log.error({ err: error }, 'the Host broke the framing');
        cause = 'framing';
        end(closeCodes.protocolError, 'framing');
      }
    });
    transport.onClose(({ code, reason }) => {
      cancelDeadline();
      ending = true;
      state.end();
      resolve({ code, reason, cause });
    });
  });
};

type Wire = {
  readonly state: ConnectionState;
  readonly transport: Transport;
  readonly end: (code: number, reason: string) => void;
};

/** Keeps no text while the answer is awaited. */
const answerText = (text: string, wire: Wire): void => void sendAnswer(answerMessage(text, wire.state), wire);

const sendAnswer = async (answer: Promise<string>, { transport, end }: Wire): Promise<void> => {
  transport.sendText(await answer);
  if (transport.bufferedBytes > mostBufferedBytes) end(closeCodes.policyViolation, 'not reading');
};

const receiveFrame = (bytes: Uint8Array, { state, transport }: Wire): void => {
  const frame = decodeDataFrame(bytes);
  const session = state.sessions().find(({ descriptor }) => descriptor.session_id === frame.sessionId);
  if (session !== undefined) {
    session.touch();
    session.transfers.receive(frame, transport);
  } else if (frame.kind === 'attach') {
    transport.sendBytes(resetFrame(frame, 'denied'));
  }
};
