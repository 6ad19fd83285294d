import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../processes/child.mjs';
import { say } from '../progress.mjs';
import { inRepository } from '../repository.mjs';

const numbers = ['ours', 'theirs', 'ratio', 'goal'];
const texts = ['work', 'unit', 'against'];
const fewestRows = 20;

/**
 * Runs every group of the benchmark once and looks whether what it writes has its shape. How fast anything was is no
 * matter here.
 *
 * @param {AbortSignal} signal @returns {Promise<number>} exit code
 */
export async function smokeBench(signal) {
  const directory = mkdtempSync(join(tmpdir(), 'harness-bench-'));
  try {
    const json = join(directory, 'report.json');
    const args = [inRepository('scripts/bench.mjs'), '--rounds', '1', '--json', json];
    const code = await runChild({ command: process.execPath, args, signal });
    if (code !== 0) return code;
    const fault = faultOf(JSON.parse(readFileSync(json, 'utf8')));
    if (fault !== undefined) say(`✗ The report of the benchmark has a fault: ${fault}`);
    return fault === undefined ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {any} report @returns {string | undefined} */
function faultOf({ rows }) {
  if (!Array.isArray(rows) || rows.length < fewestRows) return `it has fewer than ${fewestRows} rows`;
  for (const row of rows) {
    const isShaped =
      numbers.every((name) => Number.isFinite(row[name])) &&
      texts.every((name) => typeof row[name] === 'string') &&
      row.met === row.ratio <= row.goal &&
      Object.keys(row).length === numbers.length + texts.length + 1;
    if (!isShaped) return JSON.stringify(row);
  }
  return undefined;
}
