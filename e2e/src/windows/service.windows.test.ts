import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { startDisposableDesktop } from '../harness/disposable-desktop.ts';
import { runCommand } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startRecordingWindow } from './recording-window.ts';
import { createWindowsDesktop, envdScript, startWindowsProgram } from './windows-program.ts';
import type { WindowsDesktop } from './windows-program.ts';

const teardown = createTeardown();
let windows: WindowsDesktop;
let directory = '';
let stateDirectory = '';
beforeAll(async () => {
  const desktop = await startDisposableDesktop({ size: '1280x800', teardown });
  windows = createWindowsDesktop(desktop);
  ({ directory } = desktop);
  // Its Windows lasts as long as a program runs there.
  await startRecordingWindow(windows, teardown);
  stateDirectory = join(directory, "Jürgen's 100% state");
  const pairing = join(stateDirectory, 'instances/default/hosts/desk');
  await mkdir(pairing, { recursive: true });
  const host = { url: 'http://127.0.0.1:9', websocket_url: 'ws://127.0.0.1:9/api/devices/device-1/connect' };
  await writeFile(join(pairing, 'host.json'), JSON.stringify(host));
});
afterAll(() => teardown.close());

/** A file of this machine as Windows calls it. */
const onZ = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

const runScript = async (script: string, args: readonly string[]) => {
  const program = await startWindowsProgram({ windows, script, args, teardown });
  const { code } = await program.exited;
  return { code, output: program.output.join('\n'), errors: program.errors.join('\n') };
};

const service = (...args: string[]) =>
  runScript(envdScript, ['service', ...args, '--state-dir', onZ(stateDirectory)]);

/** What the Task Scheduler of Wine keeps of the task: its settings, and nothing of what it starts. */
const kept = () => {
  const drive = repositoryPath(`.data/windows/prefixes/${windows.prefix}/drive_c`);
  return readFile(join(drive, 'windows/system32/tasks/a13n-envd desk'), 'utf8');
};

const elementsSchema = z.object({ command: z.string(), arguments: z.string() });

/** What an independent reader of XML finds in the file that the task is made from. */
const readExec = async () => {
  const reader = `
import json, sys, xml.etree.ElementTree as tree
elements = {element.tag.split('}')[1].lower(): element.text for element in tree.parse(sys.argv[1]).iter()}
print(json.dumps({'command': elements['command'], 'arguments': elements['arguments']}))`;
  const path = join(stateDirectory, 'services/desk.xml');
  const environment = { PATH: process.env['PATH'], PYTHONUTF8: '1' };
  return elementsSchema.parse(JSON.parse(await runCommand('python3', ['-c', reader, path], environment)));
};

/** The words that a Node for Windows gets of a command line which no shell has touched. */
const wordsOf = async (commandLine: string): Promise<unknown> => {
  const printer = join(directory, 'print-words.cjs');
  const caller = join(directory, 'call.cjs');
  await writeFile(printer, 'process.stdout.write(JSON.stringify(process.argv.slice(2)))');
  await writeFile(
    caller,
    `const line = ${JSON.stringify(`"${onZ(printer)}" ${commandLine}`)};
const { spawnSync } = require('node:child_process');
const options = { windowsVerbatimArguments: true, encoding: 'utf8' };
process.stdout.write(spawnSync(process.execPath, [line], options).stdout);`,
  );
  const { output } = await runScript(caller, []);
  return JSON.parse(output);
};

it('the Task Scheduler of Windows takes the task, whose command line is what was meant, and gives it up again', async () => {
  const name = 'Jürgen & "Söhne" 100% \\';
  const installed = await service('install', 'desk', '--name', name, '--yes');
  expect(installed).toMatchObject({ code: 0, errors: '' });
  const task = await kept();
  expect(task).toContain('connected to desk');
  expect(task).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>');
  const exec = await readExec();
  expect(exec.command).toMatch(/node\.exe$/);
  expect(await wordsOf(exec.arguments)).toEqual([
    onZ(envdScript),
    'connect',
    'desk',
    '--name',
    name,
    '--state-dir',
    onZ(stateDirectory),
    '--log-file',
    expect.stringMatching(/\\AppData\\Local\\a13n-envd\\Logs\\desk\.log$/),
  ]);
  expect(await service('uninstall', 'desk', '--yes')).toMatchObject({ code: 0, errors: '' });
  await expect(kept()).rejects.toThrow('ENOENT');
  const again = await service('uninstall', 'desk');
  expect(again.output).toContain('nothing to do');
});
