import { withDeadline } from '@harness-desktop/native-input';
import { CliError } from '../cli/cli-error.ts';
import { findPairingProblem, pairingProblemSchema, pairingReplySchema } from './pairing-reply.ts';
import type { PairingReply } from './pairing-reply.ts';
import { isTlsFault } from '../transport/tls-fault.ts';

export type PairingRequest = {
  readonly origin: string;
  readonly deviceId: string;
  readonly name: string;
  readonly credential: string;
};

export type PairingAnswer =
  | { readonly kind: 'reply'; readonly reply: PairingReply }
  /** The Host said no, and asking again would not help. */
  | { readonly kind: 'problem'; readonly code: string; readonly status: number }
  | { readonly kind: 'trouble'; readonly message: string; readonly retryAfterSeconds: number };

const requestTimeoutMs = 10_000;
const largestReplyBytes = 65_536;

/** One `POST /api/envd/pair`. Throws a `CliError` for what can never become right: TLS, redirects, nonsense. */
export const postPairingRequest = async (
  request: PairingRequest,
  signal: AbortSignal,
): Promise<PairingAnswer> => {
  const { origin, deviceId, name, credential } = request;
  const limited = withDeadline(signal, requestTimeoutMs);
  try {
    const response = await fetch(`${origin}/api/envd/pair`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ device_id: deviceId, name }),
      signal: limited,
    });
    const text = await readBounded(response, origin);
    return interpret(
      { status: response.status, retryAfter: response.headers.get('retry-after'), text },
      origin,
    );
  } catch (error) {
    if (error instanceof CliError) throw error;
    return troubleFrom(error, origin, limited.aborted);
  }
};

type RawReply = { readonly status: number; readonly retryAfter: string | null; readonly text: string };

const interpret = ({ status, retryAfter, text }: RawReply, origin: string): PairingAnswer => {
  if (status >= 300 && status < 400) {
    throw new CliError(
      'failure',
      `${origin} redirects the pairing request. Connect to the address it redirects to.`,
    );
  }
  const body = parseJson(text);
  if (status === 200 || status === 202) {
    const reply = pairingReplySchema.safeParse(body);
    if (reply.success) return { kind: 'reply', reply: reply.data };
    throw new CliError('failure', `${origin} did not answer like a Harness web UI. Check the address.`);
  }
  const problem = pairingProblemSchema.safeParse(body);
  const code = problem.success ? problem.data.code : '';
  const known = findPairingProblem(code, status) !== null;
  if (known || (status < 500 && status !== 408 && status !== 429)) {
    return { kind: 'problem', code: known || /^[a-z0-9_]{1,64}$/.test(code) ? code : '', status };
  }
  const seconds = Number(retryAfter ?? '');
  return {
    kind: 'trouble',
    message: status === 429 ? `${origin} asks to wait` : `${origin} is not ready (HTTP ${status})`,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : 2,
  };
};

const readBounded = async (response: Response, origin: string): Promise<string> => {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    const chunk: unknown = part.value;
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > largestReplyBytes) {
      await reader?.cancel();
      throw new CliError('failure', `${origin} answered with more than 64 KiB. Check the address.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const troubleFrom = (error: unknown, origin: string, timedOut: boolean): PairingAnswer => {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (isTlsFault(code)) {
    throw new CliError(
      'failure',
      `The TLS certificate of ${origin} is not accepted (${code}). Use a valid certificate, or name its authority in NODE_EXTRA_CA_CERTS.`,
      { cause: error },
    );
  }
  const reason = timedOut ? 'no answer within 10 s' : code === '' ? 'connection failed' : code;
  return {
    kind: 'trouble',
    message: `Cannot reach ${origin} (${reason}); is the web UI running there?`,
    retryAfterSeconds: 2,
  };
};
