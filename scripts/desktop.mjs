// Starts a disposable desktop and prints one JSON line about it, then keeps it until Ctrl+C or until its standard
// input, where that is a pipe, ends:
//   node scripts/desktop.mjs --size 1920x1080 --app 1240x640+20+40
import { fstatSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from './command-line.mjs';
import { startDesktop } from './desktop/start-desktop.mjs';
import { runMain } from './run-main.mjs';

const usage = `Usage: node scripts/desktop.mjs [options]

Starts a disposable desktop and prints one JSON line about it, then keeps it until Ctrl+C or until its standard input,
where that is a pipe, ends.

  --server <xvfb|xorg>         the X server (default: xvfb)
  --size <WxH>                 its size in pixels (default: 1280x720)
  --display <:n>               its number (default: a free one)
  --cookie-from <file>         an Xauthority file whose cookie is used again
  --no-window-manager          without a window manager
  --app <WxH+X+Y>              with the recording application, its window there
  --help                       prints this
`;

const options = readCommandLine({
  usage,
  helpCommand: 'node scripts/desktop.mjs --help',
  read: readOptions,
});

await runMain(async ({ signal, scope }) => {
  const desktop = await startDesktop({ ...options, scope, signal });
  const line = {
    display: desktop.display,
    xauthority: desktop.xauthority,
    server_pid: desktop.server.pid,
    directory: desktop.directory,
    ...(desktop.app === undefined ? {} : { app: desktop.app }),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  await Promise.race([aborted(signal), inputEnded()]);
  return 0;
});

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string', default: 'xvfb' },
      size: { type: 'string', default: '1280x720' },
      display: { type: 'string' },
      'cookie-from': { type: 'string' },
      'no-window-manager': { type: 'boolean', default: false },
      app: { type: 'string' },
    },
  });
  if (values.server !== 'xvfb' && values.server !== 'xorg') {
    throw new UsageError(`--server ${JSON.stringify(values.server)} is neither xvfb nor xorg.`);
  }
  return {
    kind: /** @type {'xvfb' | 'xorg'} */ (values.server),
    size: values.size,
    displayNumber: values.display?.replace(/^:/, ''),
    cookieFrom: values['cookie-from'],
    windowManager: !values['no-window-manager'],
    appGeometry: values.app,
  };
}

/** @param {AbortSignal} signal */
function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener('abort', resolve));
}

/** Whoever started this with a pipe and is gone, however it went, needs the desktop no more. */
function inputEnded() {
  const input = fstatSync(0);
  if (!input.isFIFO() && !input.isSocket()) return new Promise(() => undefined);
  process.stdin.resume();
  return new Promise((resolve) =>
    process.stdin.once('close', resolve).once('end', resolve).once('error', resolve),
  );
}
