import { writeFileSync } from 'node:fs';
import { runTestWindow } from '../../macos/test-window-process.ts';
import { parsePlace } from '../../macos/test-window-messages.ts';
import { openDouble } from './bindings/double.ts';
import { parseDoubleProcess } from './double-process.ts';

/** The program of the test window on the desktop that a test shares with it; at its end it says what was wrong. */
const { shared, report, displays } = parseDoubleProcess(process.env['PLAYED_MAC']);
const double = openDouble();
double.reset();
for (const display of displays) double.setDisplay(display);
double.share(shared, false);
double.begin();
const aliveBefore = double.countAlive();
process.once('exit', () => {
  const left = double.countAlive() - aliveBefore;
  const faults = double.faults();
  const pools = double.countOpenPools();
  writeFileSync(report, JSON.stringify({ left, faults, pools, calls: double.calls() }));
});
runTestWindow(parsePlace(process.argv.at(-1)), process, double.load);
