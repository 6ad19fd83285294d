import { loadLibrary } from '../../../windows/bindings/load-library.ts';
import type { Handle } from '../../../windows/bindings/load-library.ts';

const topmost = -1;
/** It keeps its size and place, and does not take the keyboard. */
const orderOnly = 0x13;

/** Gives a function that puts the first window of a class, of any program, in front of all others. */
export const loadBringToFront = (className: string): (() => void) => {
  const user32 = loadLibrary('user32');
  const find: (className: string, title: null) => Handle = user32.declare('FindWindowW', 'void *', [
    ...['str16', 'str16'],
  ]);
  const place: (window: Handle, after: number, ...rest: number[]) => number = user32.declare(
    'SetWindowPos',
    'int',
    ['void *', 'intptr', 'int', 'int', 'int', 'int', 'uint32'],
  );
  const window = find(className, null);
  if (window === null) throw new Error(`There is no window of the class ${className}.`);
  return () => void place(window, topmost, 0, 0, 0, 0, orderOnly);
};
