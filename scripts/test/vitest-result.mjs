import { readFileSync } from 'node:fs';

/**
 * Reads what `vitest --reporter=json` wrote. A file that could not be loaded counts as one failed test, and so does a
 * run without any test.
 *
 * @param {string} path @param {number} exitCode
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function readVitestResult(path, exitCode) {
  const report = parse(path);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + brokenFiles;
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + unexplained, skipped: report.numPendingTests + report.numTodoTests };
}

/**
 * @param {string} path
 * @returns {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined}
 */
function parse(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
