import { readFile } from 'node:fs/promises';

/** Tells one run of the machine from the next, where the system says so (Linux); else `null`. */
export const readBootId = async (): Promise<string | null> => {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  return text === null ? null : text.trim();
};
