// A Host that starts the daemon and speaks EIP through pipes of Windows, which Wine has between Windows programs only:
//   serve-over-pipes.mjs DAEMON
// Prints one line of JSON: what the device answered, and how the daemon ended once its stdin did.
import { spawn } from 'node:child_process';
import { createStdioDecoder, encodeStdioMessage } from '@harness-desktop/eip-protocol';

const [daemon] = process.argv.slice(2);
const args = ['serve', '--transport', 'stdio', '--log-level', 'warn'];
const child = spawn(process.execPath, [daemon, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
const exited = new Promise((resolve) => child.once('exit', resolve));

const waiting = new Map();
const decoder = createStdioDecoder();
child.stdout.on('data', (chunk) => {
  for (const { text } of decoder.push(chunk)) {
    const answer = JSON.parse(text);
    waiting.get(answer.id)(answer.result ?? answer.error.data);
  }
});

let calls = 0;
const call = (method, params) =>
  new Promise((resolve) => {
    calls += 1;
    waiting.set(calls, resolve);
    const text = JSON.stringify({ jsonrpc: '2.0', id: calls, method, params });
    child.stdin.write(encodeStdioMessage({ kind: 'text', text }));
  });

const client = { name: 'pipes', version: '1' };
const { descriptor } = await call('initialize', { supported_protocol_versions: ['0.1'], client });
const expected = {
  expected_device_id: descriptor.device_id,
  expected_generation: descriptor.generation,
};
const list = (path) => call('directory.list', { ...expected, path, limit: 1000 });
const open = (path) =>
  call('session.open', { ...expected, protocol_version: '0.1', working_directory: path });
const report = {
  pathStyle: descriptor.path_style,
  home: descriptor.default_working_directory,
  drives: await list('/'),
  drive: await list('/C:/'),
  listedDevice: await list('/C:/nul'),
  session: (await open('/c:/WINDOWS/system32')).descriptor?.working_directory,
  openedDevice: await open('/C:/windows/con'),
};
child.stdin.end();
process.stdout.write(`${JSON.stringify({ ...report, exitCode: await exited })}\n`);
