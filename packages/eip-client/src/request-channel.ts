import {
  EipError,
  encodeMessage,
  encodeParsedParams,
  parseParams,
  parseResponse,
  parseResult,
  protocolVersions,
  publicProtocolVersion,
  sizeLimits,
  type EipFailure,
  type EipId,
  type EipSuccess,
  type MethodName,
  type ProtocolVersion,
  type ResultOf,
} from '@harness-desktop/eip-protocol';

import { lossError } from './loss-error.ts';
import type { AnyCarrier } from './request-carrier.ts';
import { isUrgent } from './urgent-methods.ts';

export type OutgoingRequest<M extends MethodName> = {
  readonly method: M;
  /** Of the newest version; what the connection's own version lacks is refused. */
  readonly params: object;
  readonly sessionId?: string | undefined;
  /** Named in the error when the outcome stays unknown. */
  readonly operationId?: string | undefined;
  /** Frees what a result holds that arrives after its caller gave up. */
  readonly release?: ((result: ResultOf<M>) => void) | undefined;
};

type RequestSubject = Omit<OutgoingRequest<MethodName>, 'release'>;

export type PendingAnswer<R> = {
  /** Rejects with EipError. */
  readonly answer: Promise<R>;
  /** Stops waiting: the request no longer counts as pending, and of a late answer only `release` hears. */
  abandon(): void;
  /** Stops waiting for a request that has not left yet, and never will; false when it has. */
  withdraw(): boolean;
};

type Waiting = {
  readonly request: RequestSubject;
  readonly settle: (response: EipSuccess | EipFailure) => void;
  readonly reject: (error: Error) => void;
};

const maxPending = 128;
const maxPendingWithUrgent = 2 * maxPending;
/** Late answers that are still waited for; the oldest is given up first. */
const maxLate = 128;

/** Matches answers to requests. Each request is written at most once; nothing is ever sent again. */
export class RequestChannel {
  /** That of the initialize answer, once there is one. */
  protocolVersion: ProtocolVersion = publicProtocolVersion;
  private readonly carrier: Pick<AnyCarrier, 'sendText' | 'withdraw'>;
  private readonly waiting = new Map<number, Waiting>();
  private readonly late = new Map<number, Waiting>();
  private lastId = 0;
  private lostBecause: string | null = null;

  constructor(carrier: Pick<AnyCarrier, 'sendText' | 'withdraw'>) {
    this.carrier = carrier;
  }

  /**
   * Throws EipError, with nothing sent, for params out of bounds or unknown to this version, a message that is too
   * long, a lost connection, or too many pending requests. Urgent ones are admitted beyond that.
   */
  send<M extends MethodName>(request: OutgoingRequest<M>): PendingAnswer<ResultOf<M>> {
    this.admit(request.method);
    const version = this.protocolVersion;
    const id = this.lastId + 1;
    const text = encodeRequest(id, request, version);
    this.lastId = id;
    const answer = new Promise<ResultOf<M>>((resolve, reject) => {
      this.waiting.set(id, {
        request,
        settle: (response) => {
          try {
            resolve(resultOf(request, response, version));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
        reject,
      });
    });
    // An interrupted caller no longer listens; the failure has been told to it in another way.
    answer.catch(() => undefined);
    this.carrier.sendText(text);
    return {
      answer,
      abandon: () => this.abandon(id, () => answer.then(request.release)),
      withdraw: () => this.withdraw(id),
    };
  }

  /** Throws EipError for a message that answers nothing: the peer broke the protocol. */
  receive(text: string): void {
    const response = parseResponse(text);
    const { id } = response;
    if (id === null) throw brokenProtocol('An error came without an id.');
    if (typeof id !== 'number' || id < 1 || id > this.lastId) {
      throw brokenProtocol('An answer came to a request that was never sent.');
    }
    this.take(id)?.settle(response);
  }

  /** Ends one request by an error of this side. */
  fail(id: EipId, error: EipError): void {
    if (typeof id === 'number') this.take(id)?.reject(error);
  }

  /**
   * Takes every request of this operation back that has not left yet; its caller hears `cancelled`. True when that was
   * all there is of the operation, so that the device has never heard of it.
   */
  withdrawOperation(sessionId: string, operationId: string): boolean {
    const ofOperation = [...this.waiting, ...this.late].filter(
      ([, { request }]) => request.sessionId === sessionId && request.operationId === operationId,
    );
    const withdrawn = ofOperation.filter(([id]) => this.withdraw(id));
    const details = { operation_id: operationId };
    for (const [, { reject }] of withdrawn) {
      reject(new EipError('cancelled', 'The request was cancelled before it was sent.', { details }));
    }
    return withdrawn.length > 0 && withdrawn.length === ofOperation.length;
  }

  /** Fails everything pending and refuses what comes later. */
  lose(reason: string): void {
    if (this.lostBecause !== null) return;
    this.lostBecause = reason;
    for (const [id, { request, reject }] of [...this.waiting]) {
      const unsent = this.withdraw(id);
      reject(unsent ? new EipError('provider_unavailable', reason) : lossError(request, reason));
    }
    this.waiting.clear();
    this.late.clear();
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id) ?? this.late.get(id);
    this.waiting.delete(id);
    this.late.delete(id);
    return waiting;
  }

  private withdraw(id: number): boolean {
    const unsent = this.carrier.withdraw?.(id) ?? false;
    if (unsent) this.take(id);
    return unsent;
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

  private admit(method: string): void {
    if (this.lostBecause !== null) throw new EipError('provider_unavailable', this.lostBecause);
    if (this.waiting.size < (isUrgent(method) ? maxPendingWithUrgent : maxPending)) return;
    throw new EipError('busy', 'Too many requests wait for this device; wait for one to end.');
  }
}

function encodeRequest(
  id: number,
  { method, params, sessionId }: RequestSubject,
  version: ProtocolVersion,
): string {
  const encoded = encodeParsedParams(method, parseParams(method, params, protocolVersions[0]), version);
  const session = sessionId === undefined ? {} : { eip_session: sessionId };
  const text = encodeMessage({ jsonrpc: '2.0', id, method, params: encoded, ...session });
  if (Buffer.byteLength(text) <= sizeLimits.sentMessageBytes) return text;
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
    throw lossError(request, 'The answer belongs to another session.');
  }
  if (failed) throw EipError.fromWire(response.error);
  try {
    return parseResult(request.method, response.result, version);
  } catch (error) {
    throw lossError(request, error instanceof Error ? error.message : 'The answer is malformed.');
  }
}

function brokenProtocol(message: string): EipError {
  return new EipError('invalid_request', message, { dispatchStage: 'unknown' });
}
