import { randomUUID } from 'node:crypto';
import { createEipConnection, type EipSession } from '@harness-desktop/eip-client';
import type { Transport } from '@harness-desktop/eip-protocol';
import { eventually } from '../harness/eventually.ts';
import type { RecordingApp } from '../harness/recording-app.ts';

/** A session that is ready for work, over any carrier. */
export async function openCarriedSession(transport: Transport): Promise<EipSession> {
  const connection = createEipConnection({
    transport,
    clientName: 'harness-desktop-e2e',
    clientVersion: '0.1.0',
    createId: () => randomUUID(),
  });
  await connection.initialize();
  const session = await connection.openSession();
  await session.readiness();
  return session;
}

/** Begins a drag of three seconds; resolves once the application saw its press, with what comes of it. */
export async function startLongDrag(session: EipSession, app: RecordingApp) {
  const { observation } = await session.observeComputer();
  const seen = app.events().length;
  const outcome = session
    .drag({
      observationId: observation.observation_id,
      start: { x: 200, y: 400 },
      end: { x: 800, y: 600 },
      button: 'left',
      durationMs: 3000,
    })
    .then(
      (result) => ({ result, error: undefined }),
      (error: unknown) => ({ result: undefined, error }),
    );
  const pressOf = () =>
    app
      .events()
      .slice(seen)
      .find(({ type }) => type === 'button_press');
  await eventually(pressOf, { what: 'the press of the drag' });
  return { outcome };
}
