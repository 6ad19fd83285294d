// Makes what Windows programs need here, as far as it is missing or old, and prints its paths in one JSON line:
//   node scripts/windows/prepare.mjs
import { runMain } from '../run-main.mjs';
import { prepareWindows } from './prepare-windows.mjs';

await runMain(async ({ signal }) => {
  process.stdout.write(`${JSON.stringify(await prepareWindows(signal))}\n`);
  return 0;
});
