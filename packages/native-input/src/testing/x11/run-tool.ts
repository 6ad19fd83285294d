import { execFile } from 'node:child_process';
import type { XServer } from './start-x-server.ts';

const packages: Readonly<Record<string, string>> = {
  xdotool: 'xdotool',
  xmodmap: 'x11-xserver-utils',
  setxkbmap: 'x11-xkb-utils',
  xrandr: 'x11-xserver-utils',
  xset: 'x11-xserver-utils',
  python3: 'python3-tk python3-gi gir1.2-gtk-3.0',
};

const timeoutMs = 15_000;

/** The system's Python has the toolkits; one of a version manager that stands first in PATH has not. */
export const systemPython = '/usr/bin/python3';

/** Runs a program on the server's display and resolves with its output. */
export const runTool = (
  { environment }: Pick<XServer, 'environment'>,
  tool: string,
  toolArguments: readonly string[],
): Promise<string> =>
  new Promise((resolve, reject) => {
    const path = tool === 'python3' ? systemPython : tool;
    execFile(path, toolArguments, { env: environment, timeout: timeoutMs }, (error, stdout, stderr) => {
      if (!error) {
        resolve(stdout);
        return;
      }
      const missing =
        error.code === 'ENOENT' ? ` Install it with "apt-get install ${packages[tool] ?? tool}".` : '';
      reject(new Error(`${tool} ${toolArguments.join(' ')} failed: ${error.message} ${stderr}${missing}`));
    });
  });
