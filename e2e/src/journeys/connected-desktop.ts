import { join } from 'node:path';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import type { Program } from '../harness/program.ts';
import { startRecordingApp, type RecordingApp } from '../harness/recording-app.ts';
import type { Teardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import type { Device } from '../web-ui/api-schemas.ts';
import { bindThread, controlOperations, startOperatorRun, type OperatorRun } from '../web-ui/operator-run.ts';
import { pairDaemon, type PairDaemonOptions } from '../web-ui/pair-daemon.ts';
import { startTcpProxy, type TcpProxy } from '../web-ui/tcp-proxy.ts';
import { setUpOwner, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';

/** Where most journeys begin: an owner, and a desktop that is paired and connected over a cable that can be cut. */
export type ConnectedDesktop = {
  readonly webUi: WebUi;
  readonly api: ApiClient;
  readonly cable: TcpProxy;
  readonly desktop: DisposableDesktop;
  readonly app: RecordingApp;
  readonly daemon: Program;
  readonly device: Device;
  /** How the daemon was started, to start it again. */
  readonly pairing: PairDaemonOptions;
};

export async function startConnectedDesktop(teardown: Teardown): Promise<ConnectedDesktop> {
  const [webUi, desktop] = await Promise.all([
    startWebUi({ teardown }),
    startDisposableDesktop({ teardown }),
  ]);
  const [api, app, cable] = await Promise.all([
    setUpOwner(webUi),
    startRecordingApp({ desktop, teardown }),
    startTcpProxy(webUi.origin, teardown),
  ]);
  const pairing = {
    origin: cable.origin,
    environment: desktop.environment,
    stateDirectory: join(desktop.directory, 'envd'),
    teardown,
  };
  const { daemon, device } = await pairDaemon(api, pairing);
  return { webUi, api, cable, desktop, app, daemon, device, pairing };
}

/** A new conversation that may do everything on the desktop, with a run that waits. */
export async function startControlRun({ api, device, desktop }: ConnectedDesktop): Promise<OperatorRun> {
  const threadId = await bindThread(api, {
    deviceId: device.device_id,
    operations: controlOperations,
    workingDirectory: desktop.directory,
  });
  return startOperatorRun(api, threadId);
}
