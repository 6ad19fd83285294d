import { describe, expect, it, vi } from 'vitest';
import { encodeImage } from '../../observations/encode-image.ts';
import { initializeParams, openTestSession } from '../../testing/test-device.ts';
import type { TestSession } from '../../testing/test-device.ts';
import { connectTestHost } from '../../testing/test-host.ts';

vi.setConfig({ testTimeout: 30_000 });

const monitorArea = { x: -100, y: 50, width: 1920, height: 1080 };

const open = (): Promise<TestSession> =>
  openTestSession({
    protocolVersion: '0.100',
    desktop: { targets: [{ targetId: 'display-0-1', name: 'one', area: monitorArea, primary: true }] },
    overrides: { encodeImage },
  });

/** Observes, and fetches nothing. */
const look = ({ host, params, sessionId }: TestSession, given = {}) =>
  host.call('computer.observe', params(given), sessionId);

/** The image fits into one chunk. */
const read = async ({ host, sessionId }: TestSession, handle: string): Promise<void> => {
  host.frames.length = 0;
  host.sendFrame({ kind: 'attach', sessionId, handle });
  const { payload } = await host.frame('chunk');
  host.sendFrame({ kind: 'credit', sessionId, handle, offset: payload.length });
  await host.frame('end');
};

const close = ({ host, params, sessionId }: TestSession, reader: string) =>
  host.call('computer.close_observation', params({ reader }), sessionId);

const observe = async (session: TestSession, given = {}) => {
  const { observation, reader } = await look(session, given);
  await read(session, reader);
  await close(session, reader);
  return observation;
};

describe('what changed', () => {
  it('is told since the last observation of the same area and size', async () => {
    const session = await open();
    const { control } = session.desktop();
    expect(await observe(session)).not.toHaveProperty('changed');
    expect((await observe(session)).changed).toBe(0);
    control.paint([1, 2, 3], { x: -100, y: 50, width: 960, height: 270 });
    const { changed = 0 } = await observe(session);
    expect(Math.abs(changed - 1 / 8)).toBeLessThan(0.005);
    expect(await observe(session, { max_dimension: 640 })).not.toHaveProperty('changed');
    expect((await observe(session)).changed).toBe(0);
    control.paint([1, 1, 1]);
    expect((await observe(session, { format: 'webp' })).changed).toBe(1);
  });

  it('is told of a region since the same region only, and of the whole since the whole before', async () => {
    const session = await open();
    const { observation_id: parent } = await observe(session);
    const zoom = { observation_id: parent, region: { x: 0, y: 0, width: 320, height: 180 } };
    expect(await observe(session, zoom)).not.toHaveProperty('changed');
    session.desktop().control.paint([1, 2, 3]);
    expect((await observe(session, zoom)).changed).toBe(1);
    expect((await observe(session)).changed).toBe(1);
  });

  it.each([
    ['was never read', () => Promise.resolve()],
    ['was closed unread', (session: TestSession, reader: string) => close(session, reader)],
    ['was closed before its end', readInPart],
    ['was read and not closed', read],
  ])('is told since the last image that the Host has, when another %s', async (_case, leave) => {
    const session = await open();
    await observe(session);
    session.desktop().control.paint([1, 2, 3]);
    const { reader } = await look(session);
    await leave(session, reader);
    expect((await observe(session)).changed).toBe(1);
    expect((await observe(session)).changed).toBe(0);
  });

  it('is told since the newer of two images, whichever was closed last', async () => {
    const session = await open();
    const older = await look(session);
    session.desktop().control.paint([1, 2, 3]);
    const newer = await look(session);
    for (const { reader } of [newer, older]) {
      await read(session, reader);
      await close(session, reader);
    }
    expect((await observe(session)).changed).toBe(0);
  });

  it('is not told of an image whose time ran out before it was closed', async () => {
    const session = await open();
    await read(session, (await look(session)).reader);
    for (let count = 0; count < 5; count += 1) {
      session.clock.advance(30_000);
      await session.host.call('session.keepalive', {}, session.sessionId);
    }
    expect(await observe(session)).not.toHaveProperty('changed');
  });

  it('is forgotten with the desktop and with the session', async () => {
    for (const end of [
      (session: TestSession) => {
        session.desktop().control.lose();
        return Promise.resolve();
      },
      async ({ host, sessionId }: TestSession) => {
        await host.call('session.close', {}, sessionId);
      },
    ]) {
      const session = await open();
      const { width, height } = await observe(session);
      const comparisons = session.device.findSession(session.sessionId)?.comparisons;
      const image = { area: monitorArea, width, height, pixels: new Uint8Array(width * height * 3) };
      expect(await comparisons?.changedSince(image)).toBeDefined();
      await end(session);
      expect(await comparisons?.changedSince(image)).toBeUndefined();
    }
  });

  it('is forgotten with the carrier, as the next Host may be another', async () => {
    const session = await open();
    await observe(session);
    session.host.transport.close();
    await session.host.ended;
    const host = connectTestHost(session.device);
    await host.call('initialize', { ...initializeParams, supported_protocol_versions: ['0.100'] });
    await host.call('session.attach', {}, session.sessionId);
    const again = { ...session, host };
    expect(await observe(again)).not.toHaveProperty('changed');
    expect((await observe(again)).changed).toBe(0);
  });
});

async function readInPart({ host, params, sessionId }: TestSession, reader: string): Promise<void> {
  host.frames.length = 0;
  host.sendFrame({ kind: 'attach', sessionId, handle: reader });
  await host.frame('chunk');
  await host.call('computer.close_observation', params({ reader }), sessionId);
}
