import { encodeDataFrame, resetStatuses, type DataFrame, type ResetStatus } from '../../data-frame.ts';
import { code, codeBlock, markdownTable } from '../markdown.ts';
import { hexOf } from './hex.ts';

const kindNotes: readonly (readonly [kind: DataFrame['kind'], sender: string, offset: string])[] = [
  ['attach', 'Host', '0'],
  ['attached', 'daemon', '0'],
  ['chunk', 'daemon (reader), Host (writer)', 'position of the first payload byte'],
  ['end', 'daemon (reader), Host (writer)', 'total number of bytes'],
  ['end_ack', 'daemon (writer)', 'total number of bytes'],
  ['reset', 'both', 'how far the sender had come'],
  ['credit', 'Host (reader), daemon (writer)', 'number of bytes consumed so far'],
];

export function frameKinds(): string {
  return markdownTable(
    ['kind', 'name', 'sent by', 'offset'],
    kindNotes.map(([kind, sender, offset], index) => [String(index + 1), kind.toUpperCase(), sender, offset]),
  );
}

const statusNotes: Readonly<Record<ResetStatus, string>> = {
  protocol: 'the other side broke the rules of a transfer',
  denied: 'there is no such transfer to attach to',
  expired: 'it took too long',
  source: 'what was to be read or written failed',
  limit: 'too many transfers, or too many bytes',
  cancelled: 'the sender of the RESET wants no more',
  internal: 'a fault of the sender of the RESET',
};

export function resetStatusTable(): string {
  return markdownTable(
    ['status', 'name', 'means'],
    resetStatuses.map((status, index) => [String(index + 1), code(status), statusNotes[status]]),
  );
}

const empty = { payload: new Uint8Array(), resetStatus: null };
const reader = { sessionId: 'session-1', handle: 'reader-1' };
const writer = { sessionId: 'session-1', handle: 'writer-1' };

const examples: readonly (readonly [title: string, frame: DataFrame])[] = [
  ['ATTACH of `reader-1`', { kind: 'attach', ...reader, offset: 0, ...empty }],
  ['ATTACHED of `writer-1`', { kind: 'attached', ...writer, offset: 0, ...empty }],
  [
    'CHUNK of `reader-1` at 3, payload `00 ff`',
    { kind: 'chunk', ...reader, offset: 3, payload: Uint8Array.of(0, 255), resetStatus: null },
  ],
  ['CREDIT for `reader-1`, 5 bytes consumed', { kind: 'credit', ...reader, offset: 5, ...empty }],
  ['END of `reader-1`, 5 bytes in all', { kind: 'end', ...reader, offset: 5, ...empty }],
  ['END_ACK of `writer-1`, 5 bytes in all', { kind: 'end_ack', ...writer, offset: 5, ...empty }],
  [
    'RESET of `reader-1` at 3, the source failed',
    { kind: 'reset', ...reader, offset: 3, payload: new Uint8Array(), resetStatus: 'source' },
  ],
];

/** All in session `session-1`; one taken apart, then a line each. */
export function frameExamples(): string {
  const chunk = examples.find(([, { kind }]) => kind === 'chunk')?.[1];
  const parts = chunk ? [dissected(chunk)] : [];
  const rows = examples.map(([title, frame]) => [title, code(hexOf(encodeDataFrame(frame)))]);
  return [
    'A CHUNK, field by field:',
    ...parts,
    'All in session `session-1`:',
    markdownTable(['frame', 'bytes'], rows),
  ].join('\n\n');
}

const fields: readonly (readonly [bytes: number, meaning: string])[] = [
  [4, 'magic'],
  [1, 'version'],
  [1, 'kind'],
  [2, 'reset status'],
  [2, 'session length'],
  [2, 'handle length'],
  [8, 'offset'],
  [4, 'payload length'],
];

function dissected(frame: DataFrame): string {
  const hex = hexOf(encodeDataFrame(frame));
  const texts: [number, string][] = [
    [frame.sessionId.length, 'session'],
    [frame.handle.length, 'handle'],
    [frame.payload.length, 'payload'],
  ];
  let at = 0;
  const lines = [...fields, ...texts].map(([bytes, meaning]) => {
    const digits = hex.slice(at, at + 2 * bytes);
    at += 2 * bytes;
    return `${digits.padEnd(20)}${meaning}`;
  });
  return codeBlock('text', lines.join('\n'));
}
