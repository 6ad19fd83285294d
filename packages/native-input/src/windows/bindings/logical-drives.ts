import { loadLibrary } from './load-library.ts';

/** The letters that have a drive, in order. */
export const readDriveLetters = (): readonly string[] => {
  const getLogicalDrives = loadLibrary('kernel32').declare('GetLogicalDrives', 'uint32', []);
  const drives = getLogicalDrives() as number;
  return Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').filter((_, index) => (drives & (1 << index)) !== 0);
};
