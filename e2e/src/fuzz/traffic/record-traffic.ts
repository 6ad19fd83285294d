import { randomUUID } from 'node:crypto';
import { createEipConnection, type EipConnection, type EipSession } from '@harness-desktop/eip-client';
import { EipError } from '@harness-desktop/eip-protocol';
import { startRawHost } from '../../abuse/raw-host.ts';
import { startDaemon } from '../../harness/daemon.ts';
import type { DisposableDesktop } from '../../harness/disposable-desktop.ts';
import type { Teardown } from '../../harness/teardown.ts';
import { recordCarrier, type Recorded, type Traffic } from './traffic.ts';

/** Drives the real daemon with the client library through everything that the library can say. */
export async function recordTraffic(desktop: DisposableDesktop, teardown: Teardown): Promise<Traffic> {
  const traffic: Recorded[] = [];
  const host = await startRawHost(teardown);
  const daemon = await startDaemon({
    args: ['connect', host.url, '--computer-use', 'true'],
    environment: desktop.environment,
    teardown,
  });
  const eip = createEipConnection({
    transport: recordCarrier(await host.nextSocket(daemon.exited), traffic),
    clientName: 'fuzz',
    clientVersion: '1',
    createId: () => randomUUID(),
  });
  await eip.initialize();
  await eip.describeDevice();
  await eip.listDirectory({ path: '/', limit: 3 });
  const session = await eip.openSession({ requiredMethods: ['computer.observe'] });
  await useDesktop(session);
  await useLedger(eip, session);
  await session.close();
  eip.close();
  await daemon.stop();
  return traffic;
}

async function useDesktop(session: EipSession): Promise<void> {
  await session.readiness();
  await session.describeComputer();
  const { observation } = await session.observeComputer({ maxDimension: 512 });
  const onImage = { observationId: observation.observation_id, point: { x: 30, y: 30 } };
  await session.move(onImage);
  await session.click({ ...onImage, button: 'left', count: 2 });
  await session.scroll({ ...onImage, deltaX: 1, deltaY: -1, unit: 'steps' });
  await session.drag({
    ...onImage,
    start: onImage.point,
    end: { x: 90, y: 60 },
    button: 'left',
    durationMs: 100,
  });
  await session.pressKeys({ keys: ['a'] });
}

/** Refusals belong to the traffic as well. */
async function useLedger(eip: EipConnection, session: EipSession): Promise<void> {
  await session.pressKeys({ keys: ['b'], operationId: 'op-again' });
  await session.pressKeys({ keys: ['b'], operationId: 'op-again' });
  await session.pressKeys({ keys: ['c'], operationId: 'op-again' }).catch(refused);
  await session
    .click({ observationId: 'observation-none', point: { x: 1, y: 1 }, button: 'left' })
    .catch(refused);
  await session.cancel('op-again');
  await session.receipt('op-again');
  await session.receipt('op-none').catch(refused);
  await session.keepalive();
  await eip.attachSession(session.sessionId);
}

function refused(error: unknown): void {
  if (!(error instanceof EipError)) throw error;
}
