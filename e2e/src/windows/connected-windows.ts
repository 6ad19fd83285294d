import { startDisposableDesktop } from '../harness/disposable-desktop.ts';
import type { Program } from '../harness/program.ts';
import type { Teardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import type { Device } from '../web-ui/api-schemas.ts';
import { bindThread, controlOperations } from '../web-ui/operator-run.ts';
import { approveDaemon } from '../web-ui/pair-daemon.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';
import { openNotepad } from './notepad.ts';
import { startRecordingWindow, type RecordingWindow } from './recording-window.ts';
import {
  createWindowsDesktop,
  envdScript,
  startWindowsProgram,
  type WindowsDesktop,
} from './windows-program.ts';

/** Programs on the screen of a Windows, and nothing connected yet. */
export type UsedWindows = { readonly windows: WindowsDesktop; readonly window: RecordingWindow };

export async function startUsedWindows(teardown: Teardown): Promise<UsedWindows> {
  const desktop = await startDisposableDesktop({ size: '1280x800', teardown });
  const windows = createWindowsDesktop(desktop);
  // One after the other: the first program of a Windows starts its services.
  const window = await startRecordingWindow(windows, teardown);
  await openNotepad(windows, window);
  return { windows, window };
}

/** `a13n-envd connect` with computer use, in Windows. */
export function startWindowsDaemon(
  { windows, origin }: { readonly windows: WindowsDesktop; readonly origin: string },
  teardown: Teardown,
): Promise<Program> {
  const args = ['connect', origin, '--computer-use', 'true', '--log-level', 'trace'];
  return startWindowsProgram({ windows, script: envdScript, args, teardown });
}

/** An owner, and a Windows that is paired and connected. */
export type ConnectedWindows = UsedWindows & {
  readonly api: ApiClient;
  readonly daemon: Program;
  readonly device: Device;
};

export async function startConnectedWindows(teardown: Teardown): Promise<ConnectedWindows> {
  const [webUi, used] = await Promise.all([startWebUi({ teardown }), startUsedWindows(teardown)]);
  const api = await setUpOwner(webUi);
  const daemon = await startWindowsDaemon({ windows: used.windows, origin: webUi.origin }, teardown);
  return { ...used, api, daemon, device: await approveDaemon(api, daemon) };
}

/** A new conversation that may do everything on the Windows desktop. */
export function bindWindows(api: ApiClient, { device_id, desktop }: Device): Promise<string> {
  return bindThread(api, {
    deviceId: device_id,
    operations: controlOperations,
    workingDirectory: desktop?.default_working_directory ?? '',
  });
}
