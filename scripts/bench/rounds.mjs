import { say } from '../progress.mjs';

/**
 * One way of doing the work of a group. `measure` gives milliseconds.
 *
 * @typedef {{ name: string, measure: () => Promise<number> }} Contender
 */

const warmUpRounds = 2;

/**
 * Measures every contender once a round, so that whatever else the machine does meets all of them alike. Who begins
 * changes with the round. The first rounds are not counted.
 *
 * @param {{ title: string, contenders: readonly Contender[], rounds: number, signal: AbortSignal,
 *   before?: () => Promise<void> }} options `before` runs before each measurement and is not counted
 * @returns {Promise<(name: string) => number[]>} the samples of a contender
 */
export async function interleave({ title, contenders, rounds, signal, before }) {
  /** @type {Map<string, number[]>} */
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  const warmUp = Math.min(warmUpRounds, rounds);
  let toldAt = performance.now();
  for (let round = -warmUp; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      signal.throwIfAborted();
      const { name, measure } = contenders[(turn + round + warmUp) % contenders.length];
      await before?.();
      const milliseconds = await measure();
      if (round >= 0) samples.get(name)?.push(milliseconds);
    }
    if (performance.now() - toldAt < 5000) continue;
    toldAt = performance.now();
    say(`    ${title}: round ${Math.max(0, round + 1)} of ${rounds}`);
  }
  return (name) => samples.get(name) ?? [];
}
