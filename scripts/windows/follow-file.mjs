import { closeSync, openSync, readSync, watch } from 'node:fs';

const chunkBytes = 64 * 1024;

/**
 * Copies what is appended to a file to a stream as it comes, in whole lines; `finish` copies the rest. Wine cannot
 * write to a pipe of Linux, so its programs write to files.
 *
 * @param {string} path of a file that is there @param {NodeJS.WritableStream} stream
 */
export function followFile(path, stream) {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(chunkBytes);
  let pending = Buffer.alloc(0);

  const read = () => {
    for (let count = -1; count !== 0;) {
      count = readSync(file, chunk);
      pending = Buffer.concat([pending, chunk.subarray(0, count)]);
    }
    const end = pending.lastIndexOf('\n') + 1;
    if (end === 0) return;
    stream.write(pending.subarray(0, end));
    pending = pending.subarray(end);
  };
  // A reader that has gone, such as `head`, is no fault of the program's.
  stream.on('error', () => undefined);
  const watcher = watch(path, read);
  // What was written before the watch began has no event of its own.
  read();
  return {
    finish: () => {
      watcher.close();
      read();
      if (pending.length > 0) stream.write(pending);
      closeSync(file);
    },
  };
}
