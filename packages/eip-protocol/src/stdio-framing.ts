import { sizeLimits } from './limits.ts';
import { parseStdioHeader, type StdioHeader } from './stdio-header.ts';
import { StdioFramingError } from './stdio-framing-error.ts';
import type { TransportMessage } from './transport.ts';
import { decodeUtf8, encodeUtf8, Utf8Error } from './utf8.ts';

export type StdioDecoder = {
  /**
   * The messages that these bytes complete, one at a time as they are asked for: ask for all of them. Throws
   * {@link StdioFramingError} at the first fault, after whatever was whole before it, and ever after.
   */
  push(bytes: Uint8Array): Iterable<TransportMessage>;
  /** The stream has ended; throws {@link StdioFramingError} when that cuts a message. */
  end(): void;
};

export type StdioDecoderOptions = {
  /** Of a control message; 16 MiB when absent. */
  readonly maxMessageBytes?: number;
  /** Of a data frame; 4 MiB when absent. */
  readonly maxFrameBytes?: number;
};

/** Of a whole header block, its blank line included. */
const mostBlockBytes = 8 * 1024;
/** Of one header line, without its line end. */
const mostLineBytes = 4 * 1024;
const mostLines = 32;

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

const contentTypes = { text: 'application/json', bytes: 'application/vnd.a13n.eip-data' } as const;

/** One message as it goes through a pipe. Throws for text that has no UTF-8 form. */
export function encodeStdioMessage(message: TransportMessage): Uint8Array {
  const body = message.kind === 'text' ? encodeUtf8(message.text) : message.bytes;
  const header = encodeUtf8(
    `Content-Length: ${body.length}\r\nContent-Type: ${contentTypes[message.kind]}\r\n\r\n`,
  );
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body, header.length);
  return bytes;
}

/** Takes a stream apart, however it was cut; holds one header block and one body at most. */
export function createStdioDecoder(options: StdioDecoderOptions = {}): StdioDecoder {
  const limits = {
    text: options.maxMessageBytes ?? sizeLimits.receivedMessageBytes,
    bytes: options.maxFrameBytes ?? sizeLimits.receivedFrameBytes,
  };
  let block = createHeaderBlock();
  let body: Body | null = null;
  let fault: StdioFramingError | null = null;

  /** Takes what belongs to the message that is under way; the message once it is whole. */
  const take = (bytes: ByteSource): TransportMessage | null => {
    if (body === null) {
      const lines = block.take(bytes);
      if (lines === null) return null;
      body = createBody(parseStdioHeader(lines, limits));
      block = createHeaderBlock();
    }
    const message = body.take(bytes);
    if (message !== null) body = null;
    return message;
  };

  return {
    *push(bytes) {
      if (fault !== null) throw fault;
      const source = createByteSource(bytes);
      try {
        for (;;) {
          const message = take(source);
          if (message === null) return;
          yield message;
        }
      } catch (error) {
        if (error instanceof StdioFramingError) fault = error;
        throw error;
      }
    },
    end: () => {
      if (fault !== null) throw fault;
      if (body !== null || !block.isEmpty()) throw new StdioFramingError('The stream ends within a message.');
    },
  };
}

type ByteSource = {
  /** `null` at the end. */
  next(): number | null;
  /** Up to `count` bytes. */
  take(count: number): Uint8Array;
};

function createByteSource(bytes: Uint8Array): ByteSource {
  let at = 0;
  return {
    next: () => bytes[at++] ?? null,
    take: (count) => {
      const taken = bytes.subarray(at, at + count);
      at += taken.length;
      return taken;
    },
  };
}

type HeaderBlock = {
  isEmpty(): boolean;
  /** The lines once the blank one has come. */
  take(bytes: ByteSource): readonly string[] | null;
};

/** Counts while it reads, so that nothing too large is ever held. */
function createHeaderBlock(): HeaderBlock {
  const lines: string[] = [];
  let line: number[] = [];
  let returned = false;
  let size = 0;
  const endLine = (): boolean => {
    if (!returned) throw new StdioFramingError('A header line ends without CR LF.');
    returned = false;
    if (line.length === 0) return true;
    if (lines.length === mostLines) throw new StdioFramingError(`A header has over ${mostLines} lines.`);
    lines.push(String.fromCharCode(...line));
    line = [];
    return false;
  };
  const takeByte = (byte: number): boolean => {
    size += 1;
    if (size > mostBlockBytes) throw new StdioFramingError(`A header is over ${mostBlockBytes} bytes long.`);
    if (byte === lineFeed) return endLine();
    if (returned) throw new StdioFramingError('A header holds a CR that ends no line.');
    returned = byte === carriageReturn;
    if (returned) return false;
    if (line.length === mostLineBytes) {
      throw new StdioFramingError(`A header line is over ${mostLineBytes} bytes long.`);
    }
    line.push(byte);
    return false;
  };
  return {
    isEmpty: () => size === 0,
    take: (bytes) => {
      for (let byte = bytes.next(); byte !== null; byte = bytes.next()) {
        if (takeByte(byte)) return lines;
      }
      return null;
    },
  };
}

type Body = { take(bytes: ByteSource): TransportMessage | null };

function createBody({ kind, length }: StdioHeader): Body {
  const body = new Uint8Array(length);
  let filled = 0;
  return {
    take: (bytes) => {
      const part = bytes.take(length - filled);
      body.set(part, filled);
      filled += part.length;
      if (filled < length) return null;
      return kind === 'bytes' ? { kind, bytes: body } : { kind, text: decodeText(body) };
    },
  };
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch (cause) {
    if (cause instanceof Utf8Error) throw new StdioFramingError('A control message is not UTF-8.', { cause });
    throw cause;
  }
}
