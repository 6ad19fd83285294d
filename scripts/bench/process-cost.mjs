import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

/** What a process has used of the processors, all threads together. @param {number} pid */
export function cpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

/** @param {number} pid */
export const rssBytes = (pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
