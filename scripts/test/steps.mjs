import { smokeBench } from '../bench/smoke.mjs';
import { runChild } from '../processes/child.mjs';
import { containerHindrance } from '../container/hindrance.mjs';
import { runPythonClient } from '../interop/python-client.mjs';
import { inRepository } from '../repository.mjs';
import { build } from '../setup/build.mjs';
import { runNpm } from '../setup/npm.mjs';
import { prepareWindows } from '../windows/prepare-windows.mjs';
import { windowsHindrance } from '../windows/wine.mjs';
import { runVitest } from './run-vitest.mjs';

/**
 * @typedef {{ passed: number, skipped: number, failures: readonly string[] }} Count
 *   `failures` is a line for each that failed: what it was, and why
 */
/**
 * @typedef {{ name: string, hindrance?: () => string | undefined, run: (signal: AbortSignal) => Promise<Count> }} Step
 *   `hindrance` tells why this machine cannot take the step
 */

/** @type {readonly Step[]} */
export const steps = [
  { name: 'build', run: async (signal) => one(await build(signal)) },
  npmStep('types'),
  npmStep('lint'),
  npmStep('format'),
  npmStep('boundaries'),
  npmStep('dead-code'),
  vitestStep('unit'),
  { ...vitestStep('desktop'), hindrance: needsLinux },
  { ...vitestStep('macos'), hindrance: needsLinux },
  { ...vitestStep('e2e'), hindrance: needsLinux },
  {
    name: 'windows',
    hindrance: windowsHindrance,
    run: async (signal) => {
      await prepareWindows(signal);
      return runVitest({ project: 'windows', signal });
    },
  },
  {
    name: 'demo',
    hindrance: needsLinux,
    run: async (signal) => {
      const args = [inRepository('scripts/demo.mjs'), '--agent', '--check', '--no-setup'];
      return one(await runChild({ command: process.execPath, args, signal }));
    },
  },
  { name: 'bench', hindrance: needsLinux, run: async (signal) => one(await smokeBench(signal)) },
  // The other direction, our Host with an independent daemon, is in e2e.
  { name: 'interop', hindrance: needsLinux, run: runPythonClient },
  {
    name: 'container',
    hindrance: containerHindrance,
    run: async (signal) => {
      const script = inRepository('scripts/container-check.mjs');
      return one(await runChild({ command: process.execPath, args: [script], signal }));
    },
  },
];

/** @param {string} script @returns {Step} */
function npmStep(script) {
  return { name: script, run: async (signal) => one(await runNpm(['run', '--silent', script], signal)) };
}

/** @param {string} project @returns {Step} */
function vitestStep(project) {
  return { name: project, run: (signal) => runVitest({ project, signal }) };
}

/** @param {number} exitCode @returns {Count} */
function one(exitCode) {
  return exitCode === 0
    ? { passed: 1, skipped: 0, failures: [] }
    : { passed: 0, skipped: 0, failures: [`it ended with ${exitCode}`] };
}

function needsLinux() {
  return process.platform === 'linux' ? undefined : 'it needs Linux';
}
