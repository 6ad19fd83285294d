// The daemon's own work without a Host: its desktop, its encoder. And the floor below that work.
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { importBuilt, importSharp, requireWs } from '../built.mjs';
import { answerCalls, machineMs, timed } from './answer-calls.mjs';

const never = new AbortController().signal;
const maxDimension = 1280;
const jpegQuality = 80;
const sharp = await importSharp();
const { openDesktop } = await importBuilt('packages/native-input/dist/index.js');
const { encodeImage: encode, fitWithin } = await importBuilt('apps/envd/dist/observations/encode-image.js');
const { createImageEncoder } = await importBuilt('apps/envd/dist/observations/image-encoder.js');
const { createSparePixels } = await importBuilt('apps/envd/dist/observations/spare-pixels.js');
const encodeImage = createImageEncoder(encode);
const spare = createSparePixels();
/** @type {any} */
let desktop;
/** @type {{ connection: any, segment: any, copy: Buffer } | undefined} */
let raw;
/** @type {string | undefined} */
let layoutId;
/** @type {Uint8Array | undefined} */
let lastPixels;

const primary = async () => (await desktop.describe(never)).targets[0];
/** @param {Uint8Array | undefined} into */
const capture = async (into) => desktop.capture({ targetId: (await primary()).targetId, into }, never);
/** As the daemon does it: the memory of a frame that is encoded serves the next one. */
const observe = async () => {
  const frame = await capture(spare.take());
  const image = await encodeImage(frame, { maxDimension, format: 'jpeg' });
  spare.give(frame, image);
};

answerCalls({
  open: async () => {
    desktop = await openDesktop({ environment: process.env, signal: never, journal: await openJournal() });
  },
  /** The pixels of the last time are needed no more. */
  capture: () =>
    timed(async () => {
      lastPixels = (await capture(lastPixels)).rgb;
    }),
  observe: () => timed(observe),
  /** The least that a screenshot costs: the pixels out of shared memory, resized and encoded in one go. */
  floor: async () => {
    const { area } = await primary();
    const copying = await copyShared(area);
    const { rgb, width, height } = await capture(undefined);
    const size = fitWithin({ width, height }, maxDimension);
    const encoding = await timed(() =>
      sharp(rgb, { raw: { width, height, channels: 3 } })
        .resize({ ...size, fit: 'fill', kernel: 'cubic' })
        .jpeg({ quality: jpegQuality })
        .toBuffer(),
    );
    return copying + encoding;
  },
  copyShared: async () => copyShared((await primary()).area),
  copyGetImage: async () => {
    const { area } = await primary();
    const { connection } = (raw ??= await openRaw(area));
    return timed(() => connection.getImage(area));
  },
  /** @param {{ x: number, y: number }} point */
  click: async (point) => {
    // Asked once: a look right before would find everything awake, which no click of a Host does.
    layoutId ??= (await desktop.describe(never)).layoutId;
    const startedMs = machineMs();
    await clickAt(point);
    return startedMs;
  },
  /** Clicks where each message of a bare-socket says. @param {string} url */
  dial: async (url) => {
    layoutId ??= (await desktop.describe(never)).layoutId;
    const socket = new (requireWs().WebSocket)(url);
    socket.on('message', (/** @type {Buffer} */ text) =>
      clickAt(JSON.parse(text.toString('utf8'))).then(
        () => socket.send(''),
        (/** @type {unknown} */ error) => socket.send(String(error)),
      ),
    );
    await once(socket, 'open');
  },
});

/** @param {{ x: number, y: number }} point */
async function clickAt(point) {
  await desktop.pointer.click({ layoutId, modifiers: [], point, button: 'left', count: 1 }, never);
}

/** As the daemon keeps it: what is pressed stands in a file before it is. */
async function openJournal() {
  const [{ createPressJournalFile }, { createPrivateFiles }] = await Promise.all([
    importBuilt('apps/envd/dist/device/press-journal-file.js'),
    importBuilt('apps/envd/dist/pairing/private-files.js'),
  ]);
  const directory = mkdtempSync(join(tmpdir(), 'harness-bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const files = createPrivateFiles({
    windows: null,
    clock: { now: () => new Date(), schedule: () => () => undefined },
  });
  const place = {
    display: process.env['DISPLAY'] ?? '',
    bootId: null,
    directory,
    name: `${process.pid}-bench`,
  };
  const holder = { pid: process.pid, start: null };
  return createPressJournalFile({ ...place, holder, files, log: { warn: () => undefined } }).forDesktop();
}

/** The pixels of the screen as the server lays them out, into memory of this process. @param {any} area */
async function copyShared(area) {
  const { segment, copy } = (raw ??= await openRaw(area));
  return timed(async () => {
    await segment.capture(area);
    await segment.read(copy, 0);
  });
}

/** A connection of its own with a segment that holds the whole area. @param {any} area */
async function openRaw(area) {
  const x11 = 'packages/native-input/dist/x11';
  const [{ connectServer }, { parseDisplayName }, { loadShm }] = await Promise.all([
    importBuilt(`${x11}/connect-server.js`),
    importBuilt(`${x11}/display-name.js`),
    importBuilt(`${x11}/bindings/shm.js`),
  ]);
  const connection = await connectServer({
    display: parseDisplayName(process.env['DISPLAY'] ?? ''),
    environment: process.env,
    hostname: hostname(),
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    sharedMemory: true,
    signal: never,
  });
  const segment = await (await loadShm(connection)).createSegment(area.width * area.height * 4);
  return { connection, segment, copy: Buffer.alloc(segment.size) };
}
