import { EipError, encodeMessage, parseRequest, sizeLimits } from '@harness-desktop/eip-protocol';
import type { EipFailure, EipId, EipRequest, EipSuccess } from '@harness-desktop/eip-protocol';
import type { ConnectionState } from './connection-state.ts';
import { detachRequest } from './detach-request.ts';
import { dispatchRequest } from './dispatch-request.ts';

/**
 * The answer to one control message, whatever it is; never rejects. Nothing waits with the text in its hands (so this
 * is no async function): an operation may take long, and thousands may wait.
 */
export const answerMessage = (text: string, state: ConnectionState): Promise<string> => {
  const parsed = parseRequest(text);
  if (!parsed.ok) return Promise.resolve(encodeAnswer(failure(parsed)));
  const request = detachRequest(parsed.request);
  if (isRepeatable(request.id)) return answerRequest(request, state).then(encodeAnswer);
  return answerRequest({ ...request, id: 0 }, state).then(() => encodeMessage(tooLongAnswer({ id: null })));
};

/** Whether an answer has room for it. One that is too long need not be kept until then. */
const isRepeatable = (id: EipId): boolean => typeof id !== 'string' || isSendable(id);

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
