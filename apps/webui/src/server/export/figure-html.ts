import type { ComputerToolCall, ComputerToolResult } from '../../shared/computer-tools.ts';
import { markShapes, type MarkShape } from '../../shared/mark-geometry.ts';
import { markup, trusted, type SafeHtml } from './safe-html.ts';
import { timeHtml } from './time-html.ts';

export type Observation = Extract<ComputerToolResult, { kind: 'observation' }>;
/** A call that pointed at the image, with the number of its card. */
export type MarkedCall = { readonly number: number; readonly call: ComputerToolCall };
/** `null`: the image has expired, or was never stored. */
export type StoredImage = { readonly mimeType: string; readonly bytes: Uint8Array } | null;

const shownTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** A mark's radius, as a part of the image's width. */
const marksPerWidth = 70;

export function figureHtml(
  observation: Observation,
  { image, marked }: { image: StoredImage; marked: readonly MarkedCall[] },
): SafeHtml {
  const { width, height, captured_at: capturedAt } = observation;
  return markup`<figure>
    ${image !== null && shownTypes.has(image.mimeType) ? shown(observation, { image, marked }) : placeholder(observation)}
    <figcaption>
      Captured ${timeHtml(capturedAt)} · ${width} × ${height} · evidence, not live${markedWords(marked)}
    </figcaption>
  </figure>`;
}

function shown(
  { width, height }: Observation,
  { image, marked }: { image: NonNullable<StoredImage>; marked: readonly MarkedCall[] },
): SafeHtml {
  const data = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength).toString(
    'base64',
  );
  return markup`<div class="image">
    <img alt="Screenshot" width="${width}" height="${height}" src="data:${image.mimeType};base64,${trusted(data)}" />
    ${marksHtml(marked, { width, height })}
  </div>`;
}

function placeholder({ width, height, attachment }: Observation): SafeHtml {
  const words =
    attachment === null
      ? 'The image could not be stored when it was captured.'
      : 'The image has expired and is no longer kept.';
  return markup`<div class="expired" style="aspect-ratio: ${width} / ${height}"><p>${words}</p></div>`;
}

function markedWords(marked: readonly MarkedCall[]): SafeHtml | null {
  if (marked.length === 0) return null;
  const links = marked.map(({ number }) => markup` <a href="#call-${number}">#${number}</a>`);
  return markup` · marked:${links}`;
}

function marksHtml(
  marked: readonly MarkedCall[],
  { width, height }: { width: number; height: number },
): SafeHtml | null {
  const unit = Math.max(5, width / marksPerWidth);
  const shapes = marked.flatMap(({ number, call }) => {
    const drawn = markShapes(call, unit);
    return drawn.length === 0 ? [] : [{ number, drawn }];
  });
  if (shapes.length === 0) return null;
  const paths = shapes.flatMap(({ drawn }) => drawn.map(shapeHtml));
  const labels = shapes.map(({ number, drawn }) => labelHtml(number, { drawn, unit }));
  return markup`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Marks of ${shapes.length} actions">
    <g class="halo">${paths}</g>
    <g class="line">${paths}</g>
    ${labels}
  </svg>`;
}

function shapeHtml(shape: MarkShape): SafeHtml {
  switch (shape.kind) {
    case 'stroke':
      return markup`<path d="${shape.path}" />`;
    case 'ring':
      return markup`<circle cx="${shape.center.x}" cy="${shape.center.y}" r="${shape.radius}" />`;
    case 'dot':
      return markup`<circle class="dot" cx="${shape.center.x}" cy="${shape.center.y}" r="${shape.radius}" />`;
  }
}

function labelHtml(number: number, { drawn, unit }: { drawn: readonly MarkShape[]; unit: number }): SafeHtml {
  const [first] = drawn;
  const [x, y] =
    first === undefined || first.kind === 'stroke'
      ? (/^M(-?[\d.]+) (-?[\d.]+)/
          .exec(first?.path ?? '')
          ?.slice(1)
          .map(Number) ?? [0, 0])
      : [first.center.x, first.center.y];
  return markup`<text x="${(x ?? 0) + unit * 1.3}" y="${(y ?? 0) - unit * 1.1}" font-size="${unit * 1.5}"
    >${number}</text
  >`;
}
