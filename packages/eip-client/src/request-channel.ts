import {
  EipError,
  encodeMessage,
  encodeParams,
  parseParams,
  parseResponse,
  parseResult,
  protocolVersions,
  publicProtocolVersion,
  sizeLimits,
  utf8ByteLength,
  type EipFailure,
  type EipSuccess,
  type MethodName,
  type ProtocolVersion,
  type ResultOf,
} from '@harness-desktop/eip-protocol';

import { isMutation, lossError } from './loss-error.ts';

export type OutgoingRequest<M extends MethodName> = {
  readonly method: M;
  /** Of the newest version; what the connection's own version lacks is refused. */
  readonly params: object;
  readonly sessionId?: string | undefined;
  /** Named in the error when the outcome stays unknown. */
  readonly operationId?: string | undefined;
  /** Requests that end or keep other work; they are admitted when ordinary ones are refused as too many. */
  readonly control?: boolean;
  /** Frees what a result holds that arrives after its caller gave up. */
  readonly release?: ((result: ResultOf<M>) => void) | undefined;
};

type RequestSubject = Omit<OutgoingRequest<MethodName>, 'release'>;

export type PendingAnswer<R> = {
  /** Rejects with EipError. */
  readonly answer: Promise<R>;
  /** Stops waiting: the request no longer counts as pending, and of a late answer only `release` hears. */
  abandon(): void;
};

type Waiting = {
  readonly sessionId: string | undefined;
  settle(response: EipSuccess | EipFailure): void;
  fail(reason: string): void;
};

const maxPending = 128;
const maxPendingWithControl = 2 * maxPending;
/** Late answers that are still waited for; the oldest is given up first. */
const maxLate = 128;

/** Matches answers to requests. Each request is written at most once; nothing is ever sent again. */
export class RequestChannel {
  /** That of the initialize answer, once there is one. */
  protocolVersion: ProtocolVersion = publicProtocolVersion;
  private readonly sendText: (text: string) => void;
  private readonly waiting = new Map<number, Waiting>();
  private readonly late = new Map<number, Waiting>();
  private lastId = 0;
  private lostBecause: string | null = null;

  constructor(sendText: (text: string) => void) {
    this.sendText = sendText;
  }

  /**
   * Throws EipError, with nothing sent, for params out of bounds or unknown to this version, a message that is too
   * long, a lost connection, or too many pending requests.
   */
  send<M extends MethodName>(request: OutgoingRequest<M>): PendingAnswer<ResultOf<M>> {
    this.admit(request.control ?? false);
    const version = this.protocolVersion;
    const id = this.lastId + 1;
    const text = encodeRequest(id, request, version);
    this.lastId = id;
    const answer = new Promise<ResultOf<M>>((resolve, reject) => {
      this.waiting.set(id, {
        sessionId: request.sessionId,
        settle: (response) => {
          try {
            resolve(resultOf(request, response, version));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
        fail: (reason) => reject(lossError(request, reason)),
      });
    });
    // An interrupted caller no longer listens; the failure has been told to it in another way.
    answer.catch(() => undefined);
    this.sendText(text);
    return { answer, abandon: () => this.abandon(id, () => answer.then(request.release)) };
  }

  /** Throws EipError for a message that answers nothing: the peer broke the protocol. */
  receive(text: string): void {
    const response = parseResponse(text);
    const { id } = response;
    if (id === null) throw brokenProtocol('An error came without an id.');
    if (typeof id !== 'number' || id < 1 || id > this.lastId) {
      throw brokenProtocol('An answer came to a request that was never sent.');
    }
    const waiting = this.waiting.get(id) ?? this.late.get(id);
    this.waiting.delete(id);
    this.late.delete(id);
    waiting?.settle(response);
  }

  /** Fails everything pending and refuses what comes later. */
  lose(reason: string): void {
    if (this.lostBecause !== null) return;
    this.lostBecause = reason;
    const pending = [...this.waiting.values()];
    this.waiting.clear();
    this.late.clear();
    for (const waiting of pending) waiting.fail(reason);
  }

  private abandon(id: number, release: () => Promise<unknown>): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    this.late.set(id, waiting);
    release().catch(() => undefined);
    const [oldest] = this.late.keys();
    if (this.late.size > maxLate && oldest !== undefined) this.late.delete(oldest);
  }

  private admit(control: boolean): void {
    if (this.lostBecause !== null) throw new EipError('provider_unavailable', this.lostBecause);
    if (this.waiting.size < (control ? maxPendingWithControl : maxPending)) return;
    throw new EipError('busy', 'Too many requests wait for this device; wait for one to end.');
  }
}

function encodeRequest(
  id: number,
  { method, params, sessionId }: RequestSubject,
  version: ProtocolVersion,
): string {
  const encoded = encodeParams(method, parseParams(method, params, protocolVersions[0]), version);
  const session = sessionId === undefined ? {} : { eip_session: sessionId };
  const text = encodeMessage({ jsonrpc: '2.0', id, method, params: encoded, ...session });
  if (utf8ByteLength(text) <= sizeLimits.sentMessageBytes) return text;
  throw new EipError('quota_exceeded', 'The request is longer than the 1 MiB that every device takes.', {
    retryHint: 'never',
  });
}

function resultOf<M extends MethodName>(
  request: OutgoingRequest<M>,
  response: EipSuccess | EipFailure,
  version: ProtocolVersion,
): ResultOf<M> {
  const failed = 'error' in response;
  const foreign = response.eip_session !== request.sessionId;
  if (foreign && !(failed && response.eip_session === undefined)) {
    throw malformed(request, 'The answer belongs to another session.');
  }
  if (failed) throw EipError.fromWire(response.error);
  try {
    return parseResult(request.method, response.result, version);
  } catch (error) {
    throw malformed(request, error instanceof Error ? error.message : 'The answer is malformed.');
  }
}

function malformed(request: RequestSubject, message: string): EipError {
  return new EipError('internal_error', message, {
    dispatchStage: 'unknown',
    retryHint: isMutation(request.method) ? 'reconcile_first' : 'never',
    details: detailsOf(request),
  });
}

function detailsOf(request: RequestSubject): { operation_id?: string } {
  return request.operationId === undefined ? {} : { operation_id: request.operationId };
}

function brokenProtocol(message: string): EipError {
  return new EipError('invalid_request', message, { dispatchStage: 'unknown' });
}
