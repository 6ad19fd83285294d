/** Toolkits drop presses that are shorter than about 10 ms. */
export const keyHoldMs = 12;
/** A modifier that is pressed together with its key is missed by some applications. */
export const betweenKeysMs = 2;
/** A program reads what is typed one character at a time; one that is flooded drops some. */
export const betweenPiecesMs = 8;
