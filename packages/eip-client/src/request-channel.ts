import {
  computerInputMethods,
  EipError,
  encodeMessage,
  encodeParams,
  parseParams,
  parseResponse,
  parseResult,
  type EipFailure,
  type EipSuccess,
  type MethodName,
  type ParamsInputOf,
  type ResultOf,
} from '@harness-desktop/eip-protocol';

export type OutgoingRequest<M extends MethodName> = {
  readonly method: M;
  readonly params: ParamsInputOf<M>;
  readonly sessionId?: string | undefined;
  /** Named in the error when the outcome stays unknown. */
  readonly operationId?: string | undefined;
  /** Requests that end or keep other work; they are admitted when ordinary ones are refused as too many. */
  readonly control?: boolean;
};

export type PendingAnswer<R> = {
  /** Rejects with EipError. Never settles after `abandon`. */
  readonly answer: Promise<R>;
  /** Stops waiting; a late answer is ignored. */
  abandon(): void;
};

type Waiting = {
  readonly sessionId: string | undefined;
  settle(response: EipSuccess | EipFailure): void;
  fail(reason: string): void;
};

const maxPending = 128;
const maxPendingWithControl = 2 * maxPending;

/** Whether losing the answer leaves it unknown if the desktop changed. */
export function isInput(method: MethodName): boolean {
  return computerInputMethods.some((input) => input === method);
}

/** Matches answers to requests. Each request is written at most once; nothing is ever sent again. */
export class RequestChannel {
  private readonly sendText: (text: string) => void;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private lostBecause: string | null = null;

  constructor(sendText: (text: string) => void) {
    this.sendText = sendText;
  }

  /** Throws EipError, with nothing sent, for params out of bounds, a lost connection, or too many pending requests. */
  send<M extends MethodName>(request: OutgoingRequest<M>): PendingAnswer<ResultOf<M>> {
    this.admit(request.control ?? false);
    const params = encodeParams(request.method, parseParams(request.method, request.params));
    const id = ++this.lastId;
    const answer = new Promise<ResultOf<M>>((resolve, reject) => {
      this.waiting.set(id, {
        sessionId: request.sessionId,
        settle: (response) => {
          try {
            resolve(resultOf(request, response));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
        fail: (reason) => reject(lossError(request, reason)),
      });
    });
    // An interrupted caller no longer listens; the failure has been told to it in another way.
    answer.catch(() => undefined);
    const session = request.sessionId === undefined ? {} : { eip_session: request.sessionId };
    this.sendText(encodeMessage({ jsonrpc: '2.0', id, method: request.method, params, ...session }));
    return { answer, abandon: () => void this.waiting.delete(id) };
  }

  /** Throws EipError for a message that answers nothing: the peer broke the protocol. */
  receive(text: string): void {
    const response = parseResponse(text);
    const { id } = response;
    if (id === null) throw brokenProtocol('An error came without an id.');
    if (typeof id !== 'number' || id < 1 || id > this.lastId) {
      throw brokenProtocol('An answer came to a request that was never sent.');
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.settle(response);
  }

  /** Fails everything pending and refuses what comes later. */
  lose(reason: string): void {
    if (this.lostBecause !== null) return;
    this.lostBecause = reason;
    const pending = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of pending) waiting.fail(reason);
  }

  private admit(control: boolean): void {
    if (this.lostBecause !== null) throw new EipError('provider_unavailable', this.lostBecause);
    if (this.waiting.size < (control ? maxPendingWithControl : maxPending)) return;
    throw new EipError('busy', 'Too many requests wait for this device; wait for one to end.');
  }
}

function resultOf<M extends MethodName>(
  request: OutgoingRequest<M>,
  response: EipSuccess | EipFailure,
): ResultOf<M> {
  const failed = 'error' in response;
  const foreign = response.eip_session !== request.sessionId;
  if (foreign && !(failed && response.eip_session === undefined)) {
    throw malformed(request, 'The answer belongs to another session.');
  }
  if (failed) throw EipError.fromWire(response.error);
  try {
    return parseResult(request.method, response.result);
  } catch (error) {
    throw malformed(request, error instanceof Error ? error.message : 'The answer is malformed.');
  }
}

function malformed(request: OutgoingRequest<MethodName>, message: string): EipError {
  return new EipError('internal_error', message, {
    dispatchStage: 'unknown',
    retryHint: isInput(request.method) ? 'reconcile_first' : 'never',
    details: detailsOf(request),
  });
}

function lossError(request: OutgoingRequest<MethodName>, reason: string): EipError {
  const options = { dispatchStage: 'unknown', details: detailsOf(request) } as const;
  if (!isInput(request.method)) return new EipError('provider_unavailable', reason, options);
  const message = `${reason} Whether the input happened is unknown; observe before going on.`;
  return new EipError('unknown_outcome', message, options);
}

function detailsOf(request: OutgoingRequest<MethodName>): { operation_id?: string } {
  return request.operationId === undefined ? {} : { operation_id: request.operationId };
}

function brokenProtocol(message: string): EipError {
  return new EipError('invalid_request', message, { dispatchStage: 'unknown' });
}
