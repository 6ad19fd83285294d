import { observationOf, type ObservationResult } from '../evidence/observation.ts';
import { capturedWidth, referredWidth, thumbnailHeight } from '../evidence/thumbnail-size.ts';
import type { CallRow, TranscriptRow } from './transcript-rows.ts';

const lineHeight = 20;
const characterWidth = 6.6;
/** Narrower than this beside an image, the text of a card goes below it. */
const besideWidth = 180;

/** How high a row will be at this width, in CSS pixels: right for images, near for text, until it is measured. */
export function estimateRow(row: TranscriptRow, width: number): number {
  switch (row.kind) {
    case 'run-head':
      return row.run.environment.environment_bindings.length === 0 ? 44 : 70;
    case 'message':
      return estimateMessage(row.message, width);
    case 'call':
      return estimateCall(row, width);
    case 'queued-run':
      return 62 + lines(row.prompt, width) * lineHeight;
    case 'run-empty':
    case 'run-working':
    case 'run-end':
      return 36;
  }
}

function estimateMessage(
  message: Extract<TranscriptRow, { kind: 'message' }>['message'],
  width: number,
): number {
  if (message.role === 'reasoning' || message.role === 'notice') return 34;
  const padding = message.role === 'user' ? 32 : 16;
  return padding + lines(message.text, width) * lineHeight;
}

function estimateCall({ call, referred }: CallRow, width: number): number {
  const inner = width - (width < 480 ? 24 : 46);
  const observation = observationOf(call);
  const images: readonly (readonly [ObservationResult | null, number])[] = [
    [observation, capturedWidth],
    [referred, referredWidth],
  ];
  const shown = images.flatMap(([image, wanted]) => (image === null ? [] : [{ image, wanted }]));
  const imagesWidth = shown.reduce((sum, { wanted }) => sum + wanted + 12, 0);
  const imagesHeight = Math.max(0, ...shown.map(({ image, wanted }) => thumbnailHeight(image, wanted)));
  const textHeight = call.result?.kind === 'error' ? 110 : observation === null ? 28 : 70;
  const isBeside = imagesWidth + besideWidth <= inner;
  return 54 + (isBeside ? Math.max(imagesHeight, textHeight) : imagesHeight + textHeight);
}

function lines(text: string, width: number): number {
  const perLine = Math.max(20, Math.floor(width / characterWidth));
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
}
