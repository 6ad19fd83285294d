import { creditWindow } from '@harness-desktop/eip-protocol';

/** Which chunks of one transfer the peer has not acknowledged yet. */
export type ChunkWindow = {
  isFull(): boolean;
  isEmpty(): boolean;
  /** A chunk that ends at this offset was sent. */
  sent(endOffset: number): void;
  /** CREDIT names a chunk boundary up to which everything was consumed. To hear the same again changes nothing. */
  acknowledge(offset: number): 'progress' | 'repeated' | 'fault';
};

export const createChunkWindow = (): ChunkWindow => {
  const endOffsets: number[] = [];
  let consumed = 0;
  return {
    isFull: () => endOffsets.length >= creditWindow,
    isEmpty: () => endOffsets.length === 0,
    sent: (endOffset) => void endOffsets.push(endOffset),
    acknowledge: (offset) => {
      if (offset === consumed) return 'repeated';
      const index = endOffsets.indexOf(offset);
      if (index === -1) return 'fault';
      endOffsets.splice(0, index + 1);
      consumed = offset;
      return 'progress';
    },
  };
};
