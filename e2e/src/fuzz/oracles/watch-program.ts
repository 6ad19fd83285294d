import { residentMebibytes } from '../../abuse/memory.ts';
import type { Program } from '../../harness/program.ts';
import { Fault } from './fault.ts';

/** Words that a program says only when something of it has failed. */
const oddities =
  /internal fault|inside the daemon|unhandled|uncaught|heap|Assertion|"level":"?(?:error|fatal|50|60)"?|SyntaxError|TypeError|RangeError/i;
/** What a daemon may say at that level: it is about the peer. */
const expected = /broke the framing/;

/** How much more than after the warm-up a program may hold, beside half as much again. */
const roomMebibytes = 96;
const warmUpRounds = 40;

/** Follows one process over its rounds. */
export type ProgramWatch = {
  /** Throws `Fault` for what the program said since the last time, and for memory that only grows. */
  check(): void;
};

export function watchProgram({
  pid,
  errors,
  output,
}: Pick<Program, 'pid' | 'errors' | 'output'>): ProgramWatch {
  const read = { errors: 0, output: 0 };
  const samples: number[] = [];
  const checkSaid = (from: 'errors' | 'output', lines: readonly string[]): void => {
    const news = lines.slice(read[from]);
    read[from] = lines.length;
    const odd = news.find((line) => oddities.test(line) && !expected.test(line));
    if (odd !== undefined) throw new Fault(`It said: ${odd.slice(0, 4000)}`);
  };
  return {
    check: () => {
      checkSaid('errors', errors);
      checkSaid('output', output);
      samples.push(residentMebibytes(pid));
      checkPlateau(samples);
    },
  };
}

/** The least of the last rounds against the most of the warm-up: a peak is no growth. */
function checkPlateau(samples: readonly number[]): void {
  if (samples.length < 2 * warmUpRounds) return;
  const warm = Math.max(...samples.slice(0, warmUpRounds));
  const now = Math.min(...samples.slice(-warmUpRounds / 2));
  if (now > warm * 1.5 + roomMebibytes) {
    throw new Fault(`It holds ${now.toFixed(0)} MiB; after the warm-up it were ${warm.toFixed(0)} MiB.`);
  }
}
