// Runs a script whose main thread a test can take away from the desktop that is shown, and bring back:
//   away.ts PORT here|away SCRIPT [args]
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadThreadDesktop } from '../bindings/thread-desktop.ts';
import { serveCalls } from './serve-calls.ts';
import type { Call } from './serve-calls.ts';

const [node = '', , port, place, script = '', ...args] = process.argv;
const desktop = loadThreadDesktop();
if (place === 'away') desktop.leave();

serveCalls(
  Number(port),
  new Map<string, Call>([
    [
      'leave',
      () => {
        desktop.leave();
        return {};
      },
    ],
    [
      'comeBack',
      () => {
        desktop.comeBack();
        return {};
      },
    ],
  ]),
);
process.argv = [node, resolve(script), ...args];
await import(pathToFileURL(resolve(script)).href);
