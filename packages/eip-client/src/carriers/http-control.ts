import {
  decodeUtf8,
  EipError,
  parseRequest,
  sizeLimits,
  type EipId,
  type EipRequest,
} from '@harness-desktop/eip-protocol';

import { onAbort, timerDelay } from '../bounded-wait.ts';
import { lossError } from '../loss-error.ts';
import { collectBytes } from '../transfers/collect-bytes.ts';
import { isUrgent } from '../urgent-methods.ts';
import { bodyChunks } from './body-chunks.ts';
import { networkError, statusError, subjectOf } from './http-fault.ts';
import { HttpLane, type QueuedRequest } from './http-lane.ts';
import type { HttpWire } from './http-wire.ts';

export type HttpControlOptions = {
  readonly wire: HttpWire;
  /** Aborts when the carrier is closed. */
  readonly closed: AbortSignal;
  /** How long an answer may take, unless the request brings a longer `timeout_ms`. */
  readonly answerTimeoutMs: number;
  /** Requests under way at a time, more of them wait; urgent ones have slots of their own. */
  readonly maxConcurrent: number;
  readonly maxBufferedBytes: number;
  readonly onAnswer: (text: string, request: EipRequest) => void;
  readonly onFailure: (id: EipId, error: EipError) => void;
};

/** The device answers a timeout itself, and the connection a little later; this ends only what both have forgotten. */
const timeoutMarginMs = 10_000;

/** They are short, so a few slots serve many of them. */
const urgentSlots = 8;

/**
 * Control messages as POST requests, each with its answer. A request that fails as HTTP ends in the EIP error that
 * this amounts to, so that only its caller hears of it.
 */
export class HttpControl {
  private readonly options: HttpControlOptions;
  private readonly ordinary: HttpLane;
  private readonly urgent: HttpLane;

  constructor(options: HttpControlOptions) {
    this.options = options;
    const { maxBufferedBytes, closed } = options;
    const post = (queued: QueuedRequest): Promise<void> => this.post(queued);
    this.ordinary = new HttpLane({ slots: options.maxConcurrent, maxBufferedBytes, closed, post });
    this.urgent = new HttpLane({ slots: urgentSlots, maxBufferedBytes, closed, post });
  }

  get bufferedBytes(): number {
    return this.ordinary.bufferedBytes + this.urgent.bufferedBytes;
  }

  send(text: string): void {
    const parsed = parseRequest(text);
    if (!parsed.ok) throw parsed.error;
    const { request } = parsed;
    const lane = isUrgent(request.method) ? this.urgent : this.ordinary;
    if (lane.add({ text, request })) return;
    this.options.onFailure(request.id, new EipError('busy', 'Too much waits to be sent to the device.'));
  }

  withdraw(id: EipId): boolean {
    return this.ordinary.withdraw(id) || this.urgent.withdraw(id);
  }

  private async post({ text, request }: QueuedRequest): Promise<void> {
    const deadline = startDeadline(timeoutOf(request, this.options.answerTimeoutMs), this.options.closed);
    try {
      const answer = await this.exchange(text, request, deadline.signal);
      this.options.onAnswer(answer, request);
    } catch (error) {
      this.options.onFailure(request.id, failureOf(request, error, deadline.passed()));
    } finally {
      deadline.release();
    }
  }

  private async exchange(body: string, request: EipRequest, signal: AbortSignal): Promise<string> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await this.options.wire('control', { method: 'POST', headers, body, signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw statusError(request, response.status);
    }
    if (!/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) {
      await response.body?.cancel();
      throw lossError(subjectOf(request), 'What answered is no EIP device.');
    }
    const bytes = await collectBytes(bodyChunks(response), sizeLimits.receivedMessageBytes);
    if (bytes === null) throw lossError(subjectOf(request), 'The answer exceeds 16 MiB.');
    return decodeUtf8(bytes);
  }
}

function failureOf(request: EipRequest, error: unknown, late: boolean): EipError {
  if (error instanceof EipError) return error;
  return late ? lossError(subjectOf(request), 'No answer came in time.') : networkError(request, error);
}

function timeoutOf({ params }: EipRequest, usualMs: number): number {
  const { context } = params;
  if (typeof context !== 'object' || context === null || !('timeout_ms' in context)) return usualMs;
  return Math.max(usualMs, Number(context.timeout_ms) + timeoutMarginMs);
}

/** A signal that aborts with `parent` or when the time is over. */
function startDeadline(timeoutMs: number, parent: AbortSignal) {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timerDelay(timeoutMs));
  const stopListening = onAbort(parent, () => controller.abort());
  return {
    signal: controller.signal,
    passed: () => late,
    release: () => {
      clearTimeout(timer);
      stopListening();
    },
  };
}
