// Changes the whole screen at once, as a person's programs do: two scenes with text, edges and a photograph's noise.
import { importSharp, requireX11 } from '../built.mjs';
import { inRepository } from '../../repository.mjs';
import { answerCalls } from './answer-calls.mjs';

const images = ['conversation', 'evidence'].map((name) => inRepository(`docs/images/${name}.png`));
const zPixmap = 2;
const includeInferiors = 1;
/** Below what one request may hold without BIG-REQUESTS. */
const requestBytes = 200_000;
const x11 = requireX11();
/** @type {any} */
let client;
let root = 0;
let size = { width: 0, height: 0 };
let gc = 0;
/** @type {number[]} */
let scenes = [];
let shown = 0;

answerCalls({ open, paint });

async function open() {
  const display = await new Promise((resolve, reject) =>
    x11.createClient((/** @type {any} */ error, /** @type {any} */ found) =>
      error ? reject(error) : resolve(found),
    ),
  );
  client = display.client;
  const [screen] = display.screen;
  root = screen.root;
  size = { width: screen.pixel_width, height: screen.pixel_height };
  gc = client.AllocID();
  client.CreateGC(gc, root, { subwindowMode: includeInferiors });
  scenes = await Promise.all(images.map((path) => upload(path, screen.root_depth)));
  await paint();
}

/** @param {string} path @param {number} depth */
async function upload(path, depth) {
  const sharp = await importSharp();
  const { width, height } = size;
  const rgb = await sharp(path).removeAlpha().resize(width, height, { fit: 'cover' }).raw().toBuffer();
  const pixmap = client.AllocID();
  client.CreatePixmap(pixmap, root, depth, width, height);
  const rows = Math.floor(requestBytes / (width * 4));
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const data = toServerPixels(rgb.subarray(top * width * 3, (top + count) * width * 3));
    client.PutImage(zPixmap, pixmap, gc, width, count, 0, top, 0, depth, data);
  }
  await synced();
  return pixmap;
}

/** The pad byte stays 0, as programs leave it. @param {Buffer} rgb */
function toServerPixels(rgb) {
  const pixels = Buffer.alloc((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    pixels[to] = rgb[from + 2];
    pixels[to + 1] = rgb[from + 1];
    pixels[to + 2] = rgb[from];
  }
  return pixels;
}

/** The other scene, shown when this resolves. */
async function paint() {
  shown = (shown + 1) % scenes.length;
  client.CopyArea(scenes[shown], root, gc, 0, 0, 0, 0, size.width, size.height);
  await synced();
}

function synced() {
  return new Promise((resolve, reject) =>
    client.GetInputFocus((/** @type {any} */ error) => (error ? reject(error) : resolve(undefined))),
  );
}
