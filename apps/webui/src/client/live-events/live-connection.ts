import { liveEventSchema } from '../../shared/events.ts';
import type { LoggedEvent } from './event-log.ts';

/** `connecting` only before the first connection; `offline` from the first failure until it is open again. */
export type LiveStatus = 'connecting' | 'live' | 'offline';

export type StreamListener = {
  readonly onOpen: () => void;
  readonly onError: () => void;
  readonly onMessage: (data: unknown, id: string) => void;
  /** Events are missing that the server no longer has; the stream goes on after `id`. */
  readonly onReset: (id: string) => void;
};

type LiveConnectionOptions = {
  /** Gives the function that closes it. */
  readonly openStream: (url: string, listener: StreamListener) => () => void;
  /** Calls back after the delay; gives the function that cancels it. */
  readonly schedule: (callback: () => void, delayMs: number) => () => void;
  readonly onEvent: (entry: LoggedEvent) => void;
  /** Each time the stream is open, or has lost events: what was fetched before may be old. */
  readonly onOpen: () => void;
  /** Each failure: the session may be over. */
  readonly onFailure: () => void;
};

export type LiveConnection = {
  readonly status: () => LiveStatus;
  readonly subscribe: (listener: () => void) => () => void;
  /** Idempotent. */
  readonly open: () => void;
  /** Retries at once instead of after the back-off. */
  readonly retry: () => void;
  /** Idempotent; `open()` starts it again. */
  readonly close: () => void;
};

const firstDelayMs = 500;
const lastDelayMs = 15_000;

export function nextDelayMs(failures: number): number {
  return Math.min(lastDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
}

/** One stream of `/api/events` that resumes after the last event it saw and reconnects by itself. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const listeners = new Set<() => void>();
  let status: LiveStatus = 'connecting';
  let closeStream: (() => void) | null = null;
  let cancelRetry: (() => void) | null = null;
  let lastEventId = '';
  let failures = 0;

  const setStatus = (next: LiveStatus) => {
    if (next === status) return;
    status = next;
    for (const listener of listeners) listener();
  };
  const disconnect = () => {
    cancelRetry?.();
    cancelRetry = null;
    closeStream?.();
    closeStream = null;
  };
  const connect = () => {
    disconnect();
    const url = lastEventId === '' ? '/api/events' : `/api/events?after=${lastEventId}`;
    closeStream = options.openStream(url, { onOpen, onError, onMessage, onReset });
  };
  const onOpen = () => {
    failures = 0;
    setStatus('live');
    options.onOpen();
  };
  const onMessage = (data: unknown, id: string) => {
    if (id !== '') lastEventId = id;
    const entry = readEvent(data, id);
    if (entry !== null) options.onEvent(entry);
  };
  const onReset = (id: string) => {
    lastEventId = id;
    options.onOpen();
  };
  const onError = () => {
    disconnect();
    failures += 1;
    setStatus('offline');
    options.onFailure();
    cancelRetry = options.schedule(connect, nextDelayMs(failures));
  };

  return {
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      if (closeStream === null && cancelRetry === null) connect();
    },
    retry() {
      if (status === 'offline') connect();
    },
    close: disconnect,
  };
}

/** `null` for an event of a kind that this page does not know: it may be older than the server. */
function readEvent(data: unknown, id: string): LoggedEvent | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = liveEventSchema.safeParse(JSON.parse(data));
    return parsed.success ? { id: Number(id), event: parsed.data } : null;
  } catch {
    return null;
  }
}
