import { afterAll, expect, it } from 'vitest';
import { runFuzz } from './run-fuzz.ts';

const abort = new AbortController();
afterAll(() => abort.abort());

it('finds nothing in a few rounds of a fixed seed', async () => {
  const said: string[] = [];
  const { passed, failed } = await runFuzz({
    seed: 20_260_101,
    goesOn: () => true,
    roundsEach: 12,
    say: (line) => said.push(line),
    signal: abort.signal,
  });
  expect({ failed, said: failed === 0 ? [] : said }).toEqual({ failed: 0, said: [] });
  expect(passed).toBe(12 * 5 + 5);
}, 600_000);
