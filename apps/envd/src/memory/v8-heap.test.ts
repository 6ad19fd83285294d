import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { noYoungGenerationGrowth, rarerFullCollections } from './v8-heap.ts';

/** Sets flags at run time, keeps a million new objects, and tells how many bytes the space for them has then. */
const program = `
  const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
  for (const flag of process.argv.slice(1)) setFlagsFromString(flag);
  const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const { space_size } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  console.log(kept.length && space_size);
`;

const run = (...flags: string[]) => promisify(execFile)(process.execPath, ['-e', program, '--', ...flags]);

describe('the flags of the heap', () => {
  it('hold the space for new objects near its first 2 MB, where it takes many times as much', async () => {
    expect(Number((await run()).stdout)).toBeGreaterThan(16e6);
    expect(Number((await run(noYoungGenerationGrowth)).stdout)).toBeLessThan(4e6);
  });

  it('are known to this V8, which complains of those that are not', async () => {
    expect((await run(noYoungGenerationGrowth, rarerFullCollections)).stderr).toBe('');
    expect((await run('--no-such-flag')).stderr).toContain('no-such-flag');
  });
});
