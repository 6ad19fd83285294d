import {
  DataFrameError,
  decodeDataFrame,
  durationsMs,
  EipError,
  encodeMessage,
  parseRequest,
  sizeLimits,
} from '@harness-desktop/eip-protocol';
import type { EipFailure, EipId, EipRequest, EipSuccess, Transport } from '@harness-desktop/eip-protocol';
import type { Device } from '../device/device.ts';
import { resetFrame } from '../transfers/reader-transfers.ts';
import { createConnectionState } from './connection-state.ts';
import type { ConnectionState } from './connection-state.ts';
import { dispatchRequest } from './dispatch-request.ts';

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
        void answerText(message.text, wire);
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

const answerText = async (text: string, { state, transport, end }: Wire): Promise<void> => {
  const parsed = parseRequest(text);
  const answer = parsed.ok
    ? await answerRequest(parsed.request, state)
    : failure({ id: parsed.id, error: parsed.error });
  transport.sendText(encodeAnswer(answer));
  if (transport.bufferedBytes > mostBufferedBytes) end(closeCodes.policyViolation, 'not reading');
};

const answerRequest = async (
  request: EipRequest,
  state: ConnectionState,
): Promise<EipSuccess | EipFailure> => {
  const { id, eip_session: sessionId } = request;
  const session = sessionId === undefined ? {} : { eip_session: sessionId };
  try {
    const answer = await dispatchRequest(request, state);
    if (!answer.ok) return failure({ id, error: answer.error, sessionId });
    return { jsonrpc: '2.0', id, ...session, result: { ...answer.result } };
  } catch (error) {
    if (error instanceof EipError) return failure({ id, error, sessionId });
    state.device.resources.log.error(
      { method: request.method, err: error },
      'request failed inside the daemon',
    );
    const hidden = new EipError('internal_error', 'The daemon failed; its log says more.', {
      dispatchStage: 'unknown',
    });
    return failure({ id, error: hidden, sessionId });
  }
};

type Failed = {
  readonly id: EipId | null;
  readonly error: EipError;
  readonly sessionId?: string | undefined;
};

const failure = ({ id, error, sessionId }: Failed): EipFailure => ({
  jsonrpc: '2.0',
  id,
  ...(sessionId === undefined ? {} : { eip_session: sessionId }),
  error: error.toWire(),
});

/** Never longer than peers accept, not even where the id or the session that it repeats is. */
const encodeAnswer = (answer: EipSuccess | EipFailure): string => {
  const encoded = encodeMessage(answer);
  if (isSendable(encoded)) return encoded;
  const excuse = encodeMessage(tooLongAnswer(answer));
  return isSendable(excuse) ? excuse : encodeMessage(tooLongAnswer({ id: null }));
};

const isSendable = (text: string): boolean => Buffer.byteLength(text) <= sizeLimits.sentMessageBytes;

const tooLongAnswer = ({
  id,
  eip_session: sessionId,
}: Pick<EipFailure, 'id' | 'eip_session'>): EipFailure => {
  const error = new EipError('output_limit_exceeded', 'The answer is too long for one message.', {
    dispatchStage: 'completed',
  });
  return failure({ id, error, sessionId });
};

const receiveFrame = (bytes: Uint8Array, { state, transport }: Wire): void => {
  const frame = decodeDataFrame(bytes);
  const send = (answer: Uint8Array): void => transport.sendBytes(answer);
  const session = state.sessions().find(({ descriptor }) => descriptor.session_id === frame.sessionId);
  if (session !== undefined) {
    session.touch();
    session.transfers.receive(frame, send);
  } else if (frame.kind === 'attach') {
    send(resetFrame(frame, 'denied'));
  }
};
