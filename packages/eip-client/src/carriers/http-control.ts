import {
  decodeUtf8,
  EipError,
  encodeMessage,
  parseRequest,
  sizeLimits,
  type EipRequest,
} from '@harness-desktop/eip-protocol';

import { onAbort, timerDelay } from '../bounded-wait.ts';
import { lossError } from '../loss-error.ts';
import { collectBytes } from '../transfers/collect-bytes.ts';
import { bodyChunks } from './body-chunks.ts';
import { networkError, statusError, subjectOf } from './http-fault.ts';
import type { HttpWire } from './http-wire.ts';

export type HttpControlOptions = {
  readonly wire: HttpWire;
  /** Aborts when the carrier is closed. */
  readonly closed: AbortSignal;
  /** How long an answer may take, unless the request brings a longer `timeout_ms`. */
  readonly answerTimeoutMs: number;
  /** Requests under way at a time; more of them wait. */
  readonly maxConcurrent: number;
  readonly maxBufferedBytes: number;
  readonly onAnswer: (text: string, request: EipRequest) => void;
};

/** The device answers a timeout itself, and the connection a little later; this ends only what both have forgotten. */
const timeoutMarginMs = 10_000;

/**
 * Control messages as POST requests, each with its answer. A request that fails as HTTP is answered here by the EIP
 * error that this amounts to, so that only its caller hears of it.
 */
export class HttpControl {
  private readonly options: HttpControlOptions;
  private readonly waiting: { readonly text: string; readonly request: EipRequest }[] = [];
  private running = 0;
  private waitingBytes = 0;

  constructor(options: HttpControlOptions) {
    this.options = options;
  }

  get bufferedBytes(): number {
    return this.waitingBytes;
  }

  send(text: string): void {
    const parsed = parseRequest(text);
    if (!parsed.ok) throw parsed.error;
    const { request } = parsed;
    if (this.waitingBytes + text.length > this.options.maxBufferedBytes) {
      this.fail(request, new EipError('busy', 'Too much waits to be sent to the device.'));
      return;
    }
    this.waiting.push({ text, request });
    this.waitingBytes += text.length;
    this.startNext();
  }

  private startNext(): void {
    if (this.running >= this.options.maxConcurrent || this.options.closed.aborted) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.waitingBytes -= next.text.length;
    this.running += 1;
    void this.post(next.text, next.request).finally(() => {
      this.running -= 1;
      this.startNext();
    });
  }

  private async post(text: string, request: EipRequest): Promise<void> {
    const deadline = startDeadline(timeoutOf(request, this.options.answerTimeoutMs), this.options.closed);
    try {
      const answer = await this.exchange(text, request, deadline.signal);
      this.options.onAnswer(answer, request);
    } catch (error) {
      if (error instanceof EipError) this.fail(request, error);
      else if (deadline.passed())
        this.fail(request, lossError(subjectOf(request), 'No answer came in time.'));
      else this.fail(request, networkError(request, error));
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

  private fail({ id, method, params }: EipRequest, error: EipError): void {
    const answer = { jsonrpc: '2.0', id, error: error.toWire() } as const;
    this.options.onAnswer(encodeMessage(answer), { jsonrpc: '2.0', id, method, params });
  }
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
