import { readFileSync } from 'node:fs';
import { runChild } from '../processes/child.mjs';
import { say } from '../progress.mjs';

/**
 * Unmounts whatever an interrupted debootstrap or container left mounted, so that deleting the directory cannot reach
 * /proc, /sys or another file system.
 *
 * @param {string} directory
 */
export async function unmountBelow(directory) {
  const points = mountPoints().filter((point) => point.startsWith(`${directory}/`));
  const { signal } = new AbortController();
  for (const point of points.reverse()) {
    const code = await runChild({ command: 'umount', args: ['--lazy', point], signal });
    if (code !== 0) say(`• ${point} could not be unmounted`);
  }
}

/** In the order in which they were mounted; the kernel writes blanks as octal escapes. */
export function mountPoints() {
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .map((point) => point.replace(/\\(\d{3})/g, (_match, code) => String.fromCharCode(parseInt(code, 8))));
}
