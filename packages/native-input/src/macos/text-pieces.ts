import { splitText } from '../split-text.ts';

/** macOS drops what one event has beyond this, in UTF-16 units. */
const maxUnits = 20;

export const returnText = '\r';
export const tabText = '\t';

/** Pieces of whole characters; Return and Tab stand alone, as programs tell those by their keys. */
export const textPieces = (text: string): readonly string[] =>
  text
    .replaceAll(/\r?\n/g, returnText)
    .split(/(\r|\t)/)
    .flatMap((run) => splitText(run, maxUnits));
