// Opens Notepad on the desktop and ends with it. Runs in Node for Windows.
import { spawn } from 'node:child_process';

const notepad = spawn('notepad.exe', { stdio: 'ignore' });
notepad.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
notepad.once('exit', (code) => process.exit(code ?? 1));
