export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export type WebSocketFrame = {
  readonly opcode: number;
  readonly final: boolean;
  readonly payload: Uint8Array;
};

export type FrameToSend = {
  readonly opcode: number;
  readonly payload: Uint8Array;
  /** True when absent. */
  readonly final?: boolean;
  /** What the header says, where that is not the truth. */
  readonly claimedLength?: bigint;
};

/** A frame as a server sends it: without a mask. */
export function encodeServerFrame({ opcode, payload, final = true, claimedLength }: FrameToSend): Buffer {
  const length = claimedLength ?? BigInt(payload.length);
  return Buffer.concat([Buffer.from([(final ? 0x80 : 0) | opcode]), lengthBytes(length), payload]);
}

function lengthBytes(length: bigint): Buffer {
  if (length < 126n) return Buffer.from([Number(length)]);
  if (length < 65_536n) {
    const short = Buffer.from([126, 0, 0]);
    short.writeUInt16BE(Number(length), 1);
    return short;
  }
  const long = Buffer.alloc(9, 127);
  long.writeBigUInt64BE(length, 1);
  return long;
}

/** Takes a client's stream apart. The daemon's frames are well-formed, or the test is to fail. */
export function createClientFrameReader(): (bytes: Uint8Array) => WebSocketFrame[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const frames: WebSocketFrame[] = [];
    for (let read = readClientFrame(rest); read !== undefined; read = readClientFrame(rest)) {
      frames.push(read.frame);
      rest = rest.subarray(read.length);
    }
    return frames;
  };
}

const maskBytes = 4;

function readClientFrame(bytes: Buffer): { frame: WebSocketFrame; length: number } | undefined {
  const header = readHeader(bytes);
  if (header === undefined) return undefined;
  const start = header.length + maskBytes;
  const end = start + header.payloadLength;
  if (bytes.length < end) return undefined;
  const mask = bytes.subarray(header.length, start);
  const payload = Buffer.from(bytes.subarray(start, end));
  for (let at = 0; at < payload.length; at += 1)
    payload[at] = (payload[at] ?? 0) ^ (mask[at % maskBytes] ?? 0);
  return { frame: { opcode: header.opcode, final: header.final, payload }, length: end };
}

function readHeader(bytes: Buffer) {
  if (bytes.length < 2) return undefined;
  const first = bytes.readUInt8(0);
  const second = bytes.readUInt8(1);
  if ((second & 0x80) === 0) throw new Error('The daemon sent a frame without a mask.');
  const short = second & 0x7f;
  const length = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < length) return undefined;
  const payloadLength =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  return { opcode: first & 0x0f, final: (first & 0x80) !== 0, length, payloadLength };
}
