import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inRepository } from '../repository.mjs';

/**
 * Reads what `vitest --reporter=json` wrote. A file that could not be loaded counts as one failed test, and so does a
 * run without any test.
 *
 * @param {string} path @param {number} exitCode
 * @returns {import('./steps.mjs').Count}
 */
export function readVitestResult(path, exitCode) {
  const report = parse(path);
  if (report === undefined) {
    return { passed: 0, skipped: 0, failures: ['vitest wrote no report'] };
  }
  const failures = report.testResults.flatMap(failuresOf);
  const passed = report.numPassedTests;
  if (failures.length === 0 && (exitCode !== 0 || passed === 0)) {
    failures.push(`vitest ended with ${exitCode} and ${passed} passed tests`);
  }
  return { passed, skipped: report.numPendingTests + report.numTodoTests, failures };
}

/** @param {FileResult} file @returns {string[]} */
function failuresOf({ name, status, message, assertionResults }) {
  const path = relative(inRepository(''), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${path}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${path} › ${fullName}: ${firstLine(failureMessages[0] ?? '')}`,
  );
}

/** @param {string} message */
const firstLine = (message) => message.split('\n', 1)[0] ?? '';

/**
 * @typedef {{ name: string, status: string, message: string,
 *   assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }} FileResult
 */

/**
 * @param {string} path
 * @returns {{ numPassedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: FileResult[] } | undefined}
 */
function parse(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
