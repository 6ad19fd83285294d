const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Text in pieces of at most `maxUnits` (two or more) UTF-16 units. No character is split, and no cluster of them such
 * as a family of emoji unless it alone is longer than a piece. Each line end becomes the one CR that Enter gives.
 */
export const splitText = (text: string, maxUnits: number): readonly string[] => {
  const pieces: string[] = [];
  let piece = '';
  for (const whole of wholes(text.replaceAll(/\r?\n/g, '\r'), maxUnits)) {
    if (piece !== '' && piece.length + whole.length > maxUnits) {
      pieces.push(piece);
      piece = '';
    }
    piece += whole;
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
};

function* wholes(text: string, maxUnits: number): Generator<string> {
  for (const { segment } of clusters.segment(text)) {
    if (segment.length <= maxUnits) yield segment;
    else yield* segment;
  }
}
