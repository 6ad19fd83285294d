import { loadLibrary } from '../../../windows/bindings/load-library.ts';

/** Gives this process a console with a window, in place of the one without, with which Wine starts it. */
export const openOwnConsole = (): void => {
  const kernel32 = loadLibrary('kernel32');
  const free: () => number = kernel32.declare('FreeConsole', 'int', []);
  const allocate: () => number = kernel32.declare('AllocConsole', 'int', []);
  free();
  if (allocate() === 0) throw new Error('Windows gives this process no console.');
};
