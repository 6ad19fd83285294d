#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { sep } from 'node:path';
import {
  checkReadiness,
  loadNativeHeap,
  loadPermissions,
  loadWindowsSystem,
  openDesktop,
  openTestWindow,
  releaseLeftovers,
} from '@harness-desktop/native-input';
import * as z from 'zod';
import { askAtTerminal } from './cli/ask-at-terminal.ts';
import { flushOutput } from './cli/flush-output.ts';
import { runCli } from './cli/run-cli.ts';
import { createStopRequest } from './cli/stop-request.ts';
import { createSystemClock } from './clock/clock.ts';
import { trimAfterImages } from './memory/trim-after-images.ts';
import { setHeapFlags } from './memory/v8-heap.ts';
import { encodeImage } from './observations/encode-image.ts';
import { createPrivateFiles } from './pairing/private-files.ts';
import { createHolders } from './pairing/runtime-lock-holder.ts';
import { runProgram } from './service/run-program.ts';

/** On Windows SIGHUP is the closing of the console and SIGBREAK is Ctrl+Break. */
const stopSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGBREAK: 149 } as const;

const clock = createSystemClock();
const stop = createStopRequest({ clock, exit: (exitCode) => process.exit(exitCode) });

for (const [signal, exitCode] of Object.entries(stopSignals)) {
  process.on(signal, () => stop.request(exitCode));
}
// A fault must not leave a button pressed on somebody's desktop.
process.on('uncaughtException', (error) => {
  process.stderr.write(`a13n-envd: internal fault, stopping: ${error.stack ?? error.message}\n`);
  stop.request(1);
});
// Whoever read our output may be gone; that is no reason to fail.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

// Before the threads that capture and encode: the arenas that they have they keep.
const heap = await loadNativeHeap();
heap?.limitArenas(1);
setHeapFlags();

const packageSchema = z.object({ version: z.string() });
const { version } = packageSchema.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);
const { getuid, getgid } = process;
const windows = await loadWindowsSystem();
// A click into our own window would hold us at the next line that we write, perhaps with a button down.
process.once('exit', windows?.endConsoleSelection() ?? (() => undefined));

const exitCode = await runCli(process.argv.slice(2), {
  version,
  environment: process.env,
  homeDirectory: homedir(),
  currentDirectory: process.cwd(),
  hostName: hostname(),
  processId: process.pid,
  identity: getuid === undefined || getgid === undefined ? null : { uid: getuid(), gid: getgid() },
  pathSeparator: sep,
  isTerminal: process.stderr.isTTY,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdio: () => ({
    input: process.stdin,
    output: process.stdout,
    isTerminal: process.stdin.isTTY || process.stdout.isTTY,
  }),
  stop: stop.signal,
  clock,
  windows,
  system: {
    platform: process.platform,
    executable: process.execPath,
    script: process.argv[1] ?? '',
    run: runProgram,
  },
  files: createPrivateFiles({ windows, clock }),
  holders: createHolders(windows),
  createId: () => crypto.randomUUID(),
  random: Math.random,
  randomHex: (count) => randomBytes(count).toString('hex'),
  encodeImage: trimAfterImages(encodeImage, { heap, clock }),
  loadPermissions,
  openDesktop,
  checkReadiness,
  releaseLeftovers,
  openTestWindow,
  ask: (question) =>
    askAtTerminal(question, {
      input: process.stdin,
      write: (text) => process.stderr.write(text),
      signal: stop.signal,
    }),
});
process.exitCode = stop.exitCode() ?? exitCode;
await flushOutput([process.stdout, process.stderr], clock);
// Nothing is left to do; a stray handle must not keep a stopped daemon alive.
setTimeout(() => process.exit(), 200).unref();
