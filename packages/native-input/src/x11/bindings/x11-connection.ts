import type { DeviceArea, DevicePoint } from '../../desktop.ts';
import { DesktopError } from '../../desktop-error.ts';
import { createPendingCalls } from '../../pending-calls.ts';
import type { RawCallback, RawClient, RawError, RawEvent, RawPointer } from './raw-client.ts';
import { readSetup } from './read-setup.ts';
import type { X11Setup } from './read-setup.ts';

const replyTimeoutMs = 5_000;
/** How long a closed connection may take to hand over what was sent last. */
const lingerMs = 60_000;
const zPixmap = 2;
const allPlanes = 0xffffffff;
const structureNotifyMask = 1 << 17;

/** `isOnScreen` is false while the pointer is on another screen of the server, where `at` is a place on that one. */
type PointerState = { readonly at: DevicePoint; readonly isOnScreen: boolean; readonly mask: number };

/** One connection to one X server. It is never made again: once lost, every call rejects with `desktop_lost`. */
export type X11Connection = {
  readonly setup: X11Setup;
  /** For the extension bindings beside this file. */
  readonly raw: RawClient;
  readonly call: <T>(name: string, start: (callback: RawCallback<T>) => void) => Promise<T>;
  /** A request that npm x11 lacks. `request` is complete but for nothing; the answer is the reply from byte 8 on. */
  readonly request: (name: string, request: Buffer) => Promise<Buffer>;
  /** A request without an answer; what the server says against it comes out of `sync`. */
  readonly send: (start: () => void) => void;
  /** Hands what was sent to the server now, not at the end of this turn of the event loop. */
  readonly flush: () => void;
  /** Resolves when the server has worked through everything sent; rejects when it refused some of it. */
  readonly sync: () => Promise<void>;
  getRootSize(): Promise<{ readonly width: number; readonly height: number }>;
  readonly getAtomName: (atom: number) => Promise<string>;
  /** Pixels of the root window as the server lays them out. */
  getImage(area: DeviceArea): Promise<Uint8Array>;
  getPointerMapping(): Promise<readonly number[]>;
  queryPointer(): Promise<PointerState>;
  /** 32 bytes, one bit a keycode. */
  queryKeymap(): Promise<Uint8Array>;
  selectRootChanges(): void;
  onEvent(listener: (event: RawEvent) => void): () => void;
  onLost(listener: (error: DesktopError) => void): () => void;
  readonly lost: DesktopError | undefined;
  close(): void;
};

const isProtocolError = (error: RawError): boolean => typeof error.error === 'number';

const refused = (name: string, error: RawError): DesktopError =>
  new DesktopError(
    'internal',
    `The X server refused ${name}: ${error.message || `error ${error.error ?? '?'}`}.`,
    {
      cause: error,
    },
  );

const lostError = (cause?: Error): DesktopError =>
  new DesktopError(
    'desktop_lost',
    'The connection to the X server ended. Start the desktop session again, then open a new one here.',
    cause && { cause },
  );

const closedError = (): DesktopError =>
  new DesktopError('desktop_lost', 'This desktop connection was closed; open a new one.');

/** What arrives without being an answer: events, refusals of requests without an answer, and the end. */
const watchClient = (raw: RawClient) => {
  const pending = createPendingCalls('The X server');
  const refusals: RawError[] = [];
  const eventListeners = new Set<(event: RawEvent) => void>();
  const lostListeners = new Set<(error: DesktopError) => void>();
  const state: { lost: DesktopError | undefined } = { lost: undefined };
  const end = (error: DesktopError, tell: boolean) => {
    if (state.lost) return;
    if (tell) raw.stream.destroy();
    state.lost = error;
    pending.end(error);
    if (tell) for (const listener of [...lostListeners]) listener(error);
  };
  // Without this listener an error of the server or the socket ends the process.
  raw.on('error', (error: RawError) => {
    if (isProtocolError(error)) refusals.push(error);
    else end(lostError(error), true);
  });
  raw.on('end', () => end(lostError(), true));
  raw.stream.on('close', () => end(lostError(), true));
  raw.on('event', (event: RawEvent) => {
    for (const listener of [...eventListeners]) listener(event);
  });
  return { pending, refusals, eventListeners, lostListeners, state, end };
};

const subscribe = <T>(listeners: Set<T>, listener: T): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const createCalls = (raw: RawClient, watch: ReturnType<typeof watchClient>) => {
  const call: X11Connection['call'] = (name, start) =>
    watch.pending.add({ name, timeoutMs: replyTimeoutMs }, ({ resolve, reject }) => {
      start((error, result) => {
        if (error) reject(refused(name, error));
        else resolve(result);
        return true;
      });
    });
  const request: X11Connection['request'] = (name, bytes) =>
    call<Buffer>(name, (callback) => {
      raw.seq_num += 1;
      raw.replies[raw.seq_num] = [(body) => body, callback];
      raw.pack_stream.put(bytes);
      raw.pack_stream.submit(true);
    });
  const send: X11Connection['send'] = (start) => {
    if (watch.state.lost) throw watch.state.lost;
    start();
  };
  const sync = async () => {
    await call('GetInputFocus', (callback) => raw.GetInputFocus(callback));
    const [first] = watch.refusals.splice(0);
    if (first) throw refused('an event', first);
  };
  const flush: X11Connection['flush'] = () => {
    raw.pack_stream.flush();
  };
  return { call, request, send, flush, sync };
};

/** Takes over a client whose set-up is done. */
export const createX11Connection = (raw: RawClient, screenNumber: number): X11Connection => {
  const setup = readSetup(raw.display, screenNumber);
  const watch = watchClient(raw);
  const calls = createCalls(raw, watch);
  const { call } = calls;
  const { root } = setup;
  return {
    setup,
    raw,
    ...calls,
    getRootSize: () => call('GetGeometry', (callback) => raw.GetGeometry(root, callback)),
    getAtomName: (atom) => call('GetAtomName', (callback) => raw.GetAtomName(atom, callback)),
    getImage: async ({ x, y, width, height }) => {
      const reply = await call<{ readonly data: Buffer }>('GetImage', (callback) =>
        raw.GetImage(zPixmap, root, x, y, width, height, allPlanes, callback),
      );
      return reply.data;
    },
    getPointerMapping: () => call('GetPointerMapping', (callback) => raw.GetPointerMapping(callback)),
    queryPointer: async () => {
      const { rootX, rootY, sameScreen, keyMask } = await call<RawPointer>('QueryPointer', (callback) =>
        raw.QueryPointer(root, callback),
      );
      return { at: { x: rootX, y: rootY }, isOnScreen: sameScreen !== 0, mask: keyMask };
    },
    queryKeymap: () => call<Uint8Array>('QueryKeymap', (callback) => raw.QueryKeymap(callback)),
    selectRootChanges: () =>
      calls.send(() => raw.ChangeWindowAttributes(root, { eventMask: structureNotifyMask })),
    onEvent: (listener) => subscribe(watch.eventListeners, listener),
    onLost: (listener) => subscribe(watch.lostListeners, listener),
    get lost() {
      return watch.state.lost;
    },
    close: () => {
      if (watch.state.lost) return;
      watch.end(closedError(), false);
      raw.terminate();
      // A server that is slow to answer may still have releases of ours to read, which it drops with a cut connection.
      const cut = setTimeout(() => raw.stream.destroy(), lingerMs).unref();
      raw.stream.once('close', () => clearTimeout(cut));
    },
  };
};
