/** HIToolbox/Events.h, kVK_ANSI_…: the key codes of the letters of a US keyboard, which follow no order. */
const positions: Readonly<Record<string, number>> = {
  ...{ a: 0x00, s: 0x01, d: 0x02, f: 0x03, h: 0x04, g: 0x05, z: 0x06, x: 0x07, c: 0x08, v: 0x09 },
  ...{ b: 0x0b, q: 0x0c, w: 0x0d, e: 0x0e, r: 0x0f, y: 0x10, t: 0x11, o: 0x1f, u: 0x20, i: 0x22 },
  ...{ p: 0x23, l: 0x25, j: 0x26, k: 0x28, n: 0x2d, m: 0x2e },
};

/** The key code of a letter on a US keyboard. */
export const usPosition = (letter: string): number | undefined => positions[letter];

/** The letter at a key code of a US keyboard. */
export const keyAtUsPosition = (keyCode: number): string | undefined =>
  Object.entries(positions).find(([, position]) => position === keyCode)?.[0];
