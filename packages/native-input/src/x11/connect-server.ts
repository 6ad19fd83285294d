import type { Clock } from '../clock.ts';
import { withDeadline } from '../deadline.ts';
import type { DesktopError } from '../desktop-error.ts';
import { throwIfCancelled } from '../serial-gate.ts';
import { handshake } from './bindings/handshake.ts';
import type { HandshakeFailure } from './bindings/handshake.ts';
import { openStream } from './bindings/open-stream.ts';
import { createX11Connection } from './bindings/x11-connection.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import { cookieRefused, hungUp, noAnswer, noCookie, noServer } from './connect-failure.ts';
import type { DisplayName } from './display-name.ts';
import { cookieProtocol, findCookie, serverAddress } from './find-cookie.ts';
import type { FoundCookie } from './find-cookie.ts';

export type ConnectOptions = {
  readonly display: DisplayName;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly hostname: string;
  readonly clock: Clock;
  readonly sharedMemory: boolean;
  readonly signal: AbortSignal;
};

const connectTimeoutMs = 5_000;
/** A server that resets after its last client hangs up on a new one in the middle of the set-up. */
const hangUpAttempts = 3;
const hangUpPauseMs = 100;

const isAboutAuthority = (reason: string): boolean =>
  /authori[sz]|protocol not supported|magic-cookie/i.test(reason);

const explain = (
  failure: HandshakeFailure,
  found: FoundCookie,
  { display, signal }: ConnectOptions,
): DesktopError => {
  if (failure.kind === 'aborted') {
    throwIfCancelled(signal);
    return noAnswer(display, connectTimeoutMs);
  }
  if (failure.kind === 'refused' && !isAboutAuthority(failure.reason)) return hungUp(display, failure.reason);
  if (!found.cookie) return noCookie(display, found);
  return failure.kind === 'refused' ? cookieRefused(display, found) : hungUp(display, failure.reason);
};

type Attempt = X11Connection | { readonly failure: HandshakeFailure; readonly found: FoundCookie };

const attempt = async (options: ConnectOptions, deadline: AbortSignal): Promise<Attempt> => {
  const { display, environment, hostname, sharedMemory, signal } = options;
  const stream = await openStream({ display, signal: deadline }).catch((error: unknown) => {
    throwIfCancelled(signal);
    throw deadline.aborted ? noAnswer(display, connectTimeoutMs) : noServer(display, error);
  });
  const server = serverAddress(display.host === undefined ? undefined : stream.remoteAddress, hostname);
  const found = await findCookie({ display, server, environment });
  const outcome = await handshake({
    stream,
    display: `:${display.number}.${display.screen}`,
    cookie: found.cookie && { protocol: cookieProtocol, secret: found.cookie },
    sharedMemory,
    signal: deadline,
  });
  if (outcome.kind !== 'connected') return { failure: outcome, found };
  try {
    return createX11Connection(outcome.raw, display.screen);
  } catch (error) {
    stream.destroy();
    throw error;
  }
};

/** Connects and authenticates. Each way of failing is a `DesktopError` that names the next step. */
export const connectServer = async (options: ConnectOptions): Promise<X11Connection> => {
  const deadline = withDeadline(options.signal, connectTimeoutMs);
  for (let attempts = 1; ; attempts += 1) {
    const result = await attempt(options, deadline);
    if (!('failure' in result)) return result;
    if (result.failure.kind !== 'hung_up' || attempts === hangUpAttempts) {
      throw explain(result.failure, result.found, options);
    }
    await options.clock.sleep(hangUpPauseMs, deadline).catch(() => undefined);
  }
};
