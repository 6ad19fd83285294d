import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { SegmentMemory } from './segment-memory.ts';

/*
 * The parts of npm x11 4.2 that are used. The package has no types and does not check arguments, so this file is what
 * keeps both apart from the rest. The casts below state what was read in its source.
 */

/** A protocol error carries the number of the X error; a socket error does not. */
export type RawError = Error & { readonly error?: number; readonly code?: string };

/** Returning true marks an error as handled. */
export type RawCallback<T> = (error: RawError | null | undefined, result: T) => boolean | undefined;

export type RawEvent = {
  readonly type: number;
  readonly name?: string;
  readonly wid?: number;
  readonly xkbType?: number;
};

type RawVisual = {
  readonly class: number;
  readonly red_mask: number;
  readonly green_mask: number;
  readonly blue_mask: number;
};

type RawScreen = {
  readonly root: number;
  readonly root_visual: number;
  readonly root_depth: number;
  readonly depths: Readonly<Record<number, Readonly<Record<number, RawVisual>>>>;
};

export type RawDisplay = {
  readonly vendor: string;
  readonly image_byte_order: number;
  readonly format: Readonly<
    Record<number, { readonly bits_per_pixel: number; readonly scanline_pad: number }>
  >;
  readonly screen: readonly RawScreen[];
};

export type RawPointer = {
  readonly rootX: number;
  readonly rootY: number;
  readonly sameScreen: number;
  readonly keyMask: number;
};

export type RawClient = EventEmitter & {
  readonly display: RawDisplay;
  readonly stream: Socket;
  seq_num: number;
  readonly replies: Record<number, [(body: Buffer, detail: number) => unknown, RawCallback<never>]>;
  readonly pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): void; flush(): void };
  require(extension: string, callback: RawCallback<unknown>): void;
  terminate(): void;
  ChangeWindowAttributes(window: number, values: { readonly eventMask: number }): void;
  GetAtomName(atom: number, callback: RawCallback<string>): void;
  GetGeometry(
    drawable: number,
    callback: RawCallback<{ readonly width: number; readonly height: number }>,
  ): void;
  GetInputFocus(callback: RawCallback<unknown>): void;
  GetImage: (...request: [...RawImageRequest, callback: RawCallback<{ readonly data: Buffer }>]) => void;
  GetPointerMapping(callback: RawCallback<readonly number[]>): void;
  QueryExtension(name: string, callback: RawCallback<{ readonly present: number }>): void;
  QueryKeymap(callback: RawCallback<Buffer>): void;
  QueryPointer(window: number, callback: RawCallback<RawPointer>): void;
};

type RawImageRequest = [
  format: number,
  drawable: number,
  x: number,
  y: number,
  width: number,
  height: number,
  planeMask: number,
];

type X11Module = {
  createClient(options: {
    readonly display: string;
    readonly stream: Socket;
    readonly auth: { readonly name: string; readonly data: string };
    /** False does without shared memory. */
    readonly shm: SegmentMemory | false;
    /** Whether requests of one turn of the event loop leave in one write. */
    readonly bufferRequests: { readonly flushOnReply: boolean };
  }): RawClient;
};

type FdPassModule = { connect(path: string): Socket | null };

/** The package is CommonJS and is loaded when the first connection is made. */
const require = createRequire(import.meta.url);

/** Reads nothing from the environment: the stream and the cookie are given. */
export const createRawClient: X11Module['createClient'] = (options) =>
  (require('x11') as X11Module).createClient(options);

/**
 * A Unix socket that can pass file descriptors, which MIT-SHM needs; null where this Node cannot. It is not connected
 * yet: `connect` or `error` follows.
 */
export const connectFdSocket: FdPassModule['connect'] = (path) =>
  (require('x11/lib/fdpass') as FdPassModule).connect(path);
