/** @param {readonly number[]} samples @param {number} share from 0 to 1 */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {readonly number[]} samples */
export const median = (samples) => quantile(samples, 0.5);
