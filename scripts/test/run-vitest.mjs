import { mkdirSync, rmSync } from 'node:fs';
import { inRepository } from '../repository.mjs';
import { runNpm } from '../setup/npm.mjs';
import { readVitestResult } from './vitest-result.mjs';

/**
 * Runs a vitest project, or only the tests below a path, and counts what its report says.
 *
 * @param {{ project: string, path?: string, signal: AbortSignal }} options
 * @returns {Promise<import('./steps.mjs').Count>}
 */
export async function runVitest({ project, path, signal }) {
  const results = inRepository('.test-results');
  const report = `${results}/${path?.replaceAll('/', '-') ?? project}.json`;
  mkdirSync(results, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const paths = path === undefined ? [] : [path];
  const vitest = ['exec', '--', 'vitest', 'run', '--project', project];
  const code = await runNpm([...vitest, ...paths, ...reporters], signal);
  return readVitestResult(report, code);
}
