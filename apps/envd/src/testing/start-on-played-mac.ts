import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type PlayedMacProcess = {
  readonly err: () => string;
  readonly out: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The exit code. */
  readonly exited: Promise<unknown>;
};

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Runs the daemon's own entry from source, with only `native-input` replaced. */
const program = `
import { runnerImport } from 'vite';
const conditions = ['harness-source', 'node', 'import'];
await runnerImport(${JSON.stringify(fileOf('../main.ts'))}, {
  configFile: false,
  logLevel: 'error',
  resolve: {
    conditions,
    alias: [
      {
        find: /^@harness-desktop\\/native-input$/,
        replacement: ${JSON.stringify(fileOf('./native-input-on-played-mac.ts'))},
      },
    ],
  },
  environments: { inline: { resolve: { conditions, noExternal: [/^@harness-desktop\\//] } } },
});`;

/** `a13n-envd` as a real process on a Mac that is played. Whoever starts it waits for its end. */
export const startOnPlayedMac = (
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): PlayedMacProcess => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, 'a13n-envd', ...argv], {
    cwd: fileOf('../..'),
    env: { PATH: process.env['PATH'], TERM_PROGRAM: 'iTerm.app', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let err = '';
  let out = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  return {
    err: () => err,
    out: () => out,
    kill: (signal) => child.kill(signal),
    exited: once(child, 'close').then(([exitCode]: unknown[]) => exitCode),
  };
};
