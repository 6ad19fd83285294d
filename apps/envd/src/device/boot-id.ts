import { readFile } from 'node:fs/promises';
import type { WindowsSystem } from '@harness-desktop/native-input';

/** Tells one run of the machine from the next, where the system says so (Linux, Windows); else `null`. */
export const readBootId = async (windows: WindowsSystem | null): Promise<string | null> => {
  if (windows !== null) return windows.bootId();
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  return text === null ? null : text.trim();
};
