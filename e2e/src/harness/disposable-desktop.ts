import * as z from 'zod';
import { runCommand, startProgram, type Environment } from './program.ts';
import { repositoryPath } from './repository-path.ts';
import type { Teardown } from './teardown.ts';

export type DisposableDesktopOptions = {
  /** `xorg` has sixteen monitors and sends RandR events; 3840×2160 at most, starting with one of 1920×1080. */
  readonly server?: 'xvfb' | 'xorg';
  /** Of an Xvfb screen; 1280x720 when absent. */
  readonly size?: string;
  /** Starts a server again in place of one that was killed. */
  readonly inPlaceOf?: DisposableDesktop;
  readonly teardown: Teardown;
};

export type DisposableDesktop = {
  readonly display: string;
  readonly xauthority: string;
  readonly serverPid: number;
  /** A folder that goes with the desktop. */
  readonly directory: string;
  readonly environment: Environment;
  /** Runs a command on this desktop, as its person would. */
  run(command: string, ...args: string[]): Promise<string>;
};

const readyLineSchema = z.object({
  display: z.string(),
  xauthority: z.string(),
  server_pid: z.int(),
  directory: z.string(),
});

/** X server and window manager by the same script that the demo and the container use. */
export async function startDisposableDesktop(options: DisposableDesktopOptions): Promise<DisposableDesktop> {
  const { server = 'xvfb', size = '1280x720', inPlaceOf, teardown } = options;
  const place =
    inPlaceOf === undefined ? [] : ['--display', inPlaceOf.display, '--cookie-from', inPlaceOf.xauthority];
  const program = await startProgram({
    command: process.execPath,
    args: [repositoryPath('scripts/desktop.mjs'), '--server', server, '--size', size, ...place],
    environment: withoutDisplay(),
    teardown,
  });
  const ready = await program.line('output', (line) =>
    line.startsWith('{') ? readyLineSchema.parse(JSON.parse(line)) : undefined,
  );
  const environment = {
    ...withoutDisplay(),
    DISPLAY: ready.display,
    XAUTHORITY: ready.xauthority,
    HOME: ready.directory,
    NO_AT_BRIDGE: '1',
  };
  return {
    display: ready.display,
    xauthority: ready.xauthority,
    serverPid: ready.server_pid,
    directory: ready.directory,
    environment,
    run: (command, ...args) => runCommand(command, args, environment),
  };
}

/** No test reaches the desktop of whoever runs it, nor takes configuration from the surroundings. */
function withoutDisplay(): Environment {
  const foreign = /^(DISPLAY|XAUTHORITY|WAYLAND_.*|XDG_SESSION_.*|DBUS_SESSION_BUS_ADDRESS|A13N_ENVD_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
