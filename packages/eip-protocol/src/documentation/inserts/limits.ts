import { defaultLimits, durationsMs, sizeLimits } from '../../limits.ts';
import { code, markdownTable } from '../markdown.ts';
import { memberNotesTable } from '../member-notes-table.ts';

const mebibyte = 1024 * 1024;

export function defaultLimitTable(): string {
  return markdownTable(
    ['member', 'value', 'bounds'],
    Object.entries(defaultLimits).map(([name, value]) => [
      code(name),
      /_ms$/.test(name) ? durationText(value) : /_bytes/.test(name) ? bytesText(value) : String(value),
      memberNotesTable[name] ?? '',
    ]),
  );
}

const sizeNotes: Readonly<Record<keyof typeof sizeLimits, string>> = {
  sentMessageBytes: 'longest control message and data frame that is ever sent, as other clients take no more',
  receivedMessageBytes: 'longest control message that is accepted',
  receivedFrameBytes: 'longest data frame that is accepted',
  imageBytes: 'longest encoded image',
  textBytes: '`text` of `computer.type_text`, in UTF-8',
  keysPerChord: '`keys` of `computer.press_keys`',
  scrollPixels: 'each delta of `computer.scroll` in pixels, either way',
  scrollSteps: 'each delta of `computer.scroll` in steps, either way',
  referencesPerSession: 'references of a session; older ones give way',
  ledgerRecordsPerSession: 'operations that a session remembers',
  operationsPerSession: 'operations that run at once in a session',
  operationsPerDevice: 'operations that run at once on a device',
  transfersPerSession: 'transfers at once in a session',
  transfersPerDevice: 'transfers at once on a device',
  stagedBytesPerSession: 'bytes that wait to be fetched in a session',
  stagedBytesPerDevice: 'bytes that wait to be fetched on a device',
  stagedObjectsPerSession: 'images and files that wait to be fetched in a session',
  stagedObjectsPerDevice: 'images and files that wait to be fetched on a device',
  sessionsPerDevice: 'sessions of a device',
};

export function sizeLimitTable(): string {
  return markdownTable(
    ['limit', 'what'],
    Object.entries(sizeLimits).map(([name, value]) => [
      /bytes/i.test(name) ? bytesText(value) : String(value),
      noteIn(sizeNotes, name),
    ]),
  );
}

const durationNotes: Readonly<Record<keyof typeof durationsMs, string>> = {
  connect: 'to open a WebSocket',
  initialize: 'from the opening to `initialize`; also how long a Host waits for its answer',
  ping: 'between pings on a WebSocket',
  pong: 'from a ping to its pong',
  backoffFirst: 'bound of the first pause before dialing again',
  backoffMost: 'bound of every later pause',
  stableConnection: 'a connection that held for so long begins the pauses anew',
  transferIdle: 'a transfer without progress',
  transfer: 'a whole transfer',
  operation: 'longest operation',
  reference: 'life of a reference, and of an image that nobody fetches',
};

export function durationTable(): string {
  return markdownTable(
    ['time', 'what'],
    Object.entries(durationsMs).map(([name, value]) => [durationText(value), noteIn(durationNotes, name)]),
  );
}

export function carrierLimits(): string {
  const { receivedMessageBytes, receivedFrameBytes, sentMessageBytes } = sizeLimits;
  return markdownTable(
    ['what', 'accepted', 'sent at most'],
    [
      ['control message', bytesText(receivedMessageBytes), bytesText(sentMessageBytes)],
      ['data frame, header included', bytesText(receivedFrameBytes), bytesText(sentMessageBytes)],
    ],
  );
}

function noteIn(notes: Readonly<Record<string, string>>, name: string): string {
  return notes[name] ?? '';
}

function bytesText(value: number): string {
  if (value % (1024 * mebibyte) === 0) return `${value / (1024 * mebibyte)} GiB`;
  if (value % mebibyte === 0) return `${value / mebibyte} MiB`;
  return value % 1024 === 0 && value >= 64 * 1024 ? `${value / 1024} KiB` : `${value} bytes`;
}

function durationText(value: number): string {
  const units = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ] as const;
  const [size, unit] = units.find(([ms]) => value % ms === 0 && value >= 2 * ms) ?? [1, 'ms'];
  return `${value / size} ${unit}`;
}
