import { readFileSync } from 'node:fs';

/** What the process holds of the machine's memory now, in MiB; 0 once it has ended. */
export function residentMebibytes(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kibibytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
