import type * as z from 'zod';
import { CliError } from '../cli/cli-error.ts';
import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';
import { checkWebSocketUrl } from './host-url.ts';
import { postPairingRequest } from './pairing-request.ts';
import type { PairingAnswer, PairingRequest } from './pairing-request.ts';
import { findPairingProblem, verificationCodeOf } from './pairing-reply.ts';
import type { pairingReplySchema } from './pairing-reply.ts';

type PairingEvents = {
  /** Once per challenge: what the person compares and opens. */
  onChallenge(challenge: { readonly code: string; readonly approvalUrl: string }): void;
  /** The Host cannot be asked right now; it is asked again. Told once until it changes. */
  onTrouble(message: string): void;
};

export type PairingOutcome =
  | { readonly kind: 'approved'; readonly resourceId: string; readonly webSocketUrl: string }
  /** Only with `acceptUnreachable`: the Host could not be asked at all. */
  | { readonly kind: 'unreachable' };

export type PairingClientOptions = {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly events: PairingEvents;
  /** For a pairing approved earlier: do not wait here for a Host that is down. */
  readonly acceptUnreachable: boolean;
  /** The Host refused the credential for good; the next start must ask with another. */
  readonly discardCredential: () => Promise<void>;
};

export const pairingDurationMs = 600_000;

type PendingReply = Extract<z.output<typeof pairingReplySchema>, { status: 'pending' }>;

/**
 * Asks the Host until the person there approves: the same request every 1 to 10 s, ten minutes in all.
 * Rejects with a `CliError` that says why not, or when the signal aborts.
 */
export const pair = async (
  request: PairingRequest,
  options: PairingClientOptions,
): Promise<PairingOutcome> => {
  const { clock, signal, events } = options;
  const deadline = clock.now().getTime() + pairingDurationMs;
  let lastTrouble = '';
  let shownCode = '';
  while (clock.now().getTime() < deadline) {
    const answer = await postPairingRequest(request, signal);
    if (signal.aborted) throw new CliError('failure', 'Stopped before the pairing was approved.');
    switch (answer.kind) {
      case 'problem':
        throw await refusal(answer, request.origin, options);
      case 'trouble':
        if (options.acceptUnreachable) return { kind: 'unreachable' };
        if (answer.message !== lastTrouble) events.onTrouble(answer.message);
        lastTrouble = answer.message;
        break;
      case 'reply': {
        lastTrouble = '';
        const { reply } = answer;
        if (reply.status === 'approved') {
          const webSocketUrl = checkWebSocketUrl(reply.websocket_url, request.origin);
          return { kind: 'approved', resourceId: reply.resource_id, webSocketUrl };
        }
        const challenge = checkChallenge(reply, request);
        if (challenge.code !== shownCode) events.onChallenge(challenge);
        shownCode = challenge.code;
      }
    }
    await delay(clock, waitMs(answer), signal);
  }
  const cause = lastTrouble === '' ? 'Nobody approved this device' : lastTrouble;
  throw new CliError('failure', `${cause} within 10 minutes. Run the command again to try anew.`);
};

const waitMs = (answer: PairingAnswer): number => {
  const seconds =
    answer.kind === 'reply' && answer.reply.status === 'pending'
      ? answer.reply.poll_after_seconds
      : answer.kind === 'trouble'
        ? answer.retryAfterSeconds
        : 1;
  return Math.min(10, Math.max(1, seconds)) * 1000;
};

const refusal = async (
  { code, status }: Extract<PairingAnswer, { kind: 'problem' }>,
  origin: string,
  { discardCredential }: PairingClientOptions,
): Promise<CliError> => {
  const problem = findPairingProblem(code, status);
  if (problem?.discardsCredential) await discardCredential();
  const reason =
    problem?.message ??
    `it answered HTTP ${status}${code === '' ? '' : ` (${code})`} to the pairing request. Is this the address of the web UI?`;
  return new CliError('failure', `${origin} refused: ${reason}`);
};

/** The texts go to a terminal, so nothing of the Host's making is printed raw. */
const checkChallenge = (reply: PendingReply, request: PairingRequest) => {
  const code = verificationCodeOf(request.credential);
  if (reply.challenge.device_id !== request.deviceId || reply.challenge.verification_code !== code) {
    throw new CliError(
      'failure',
      `${request.origin} answered for another device than this one. Do not approve anything; check the address.`,
    );
  }
  const url = URL.canParse(reply.approval_url) ? new URL(reply.approval_url) : null;
  const usable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  return { code, approvalUrl: usable ? url.href : `${request.origin}/settings/environments` };
};
