import { createHash } from 'node:crypto';
import { DesktopError } from '@harness-desktop/native-input';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { chunkBytes } from '../../transfers/reader-transfer.ts';
import {
  initializeParams,
  openParams,
  openTestSession,
  testImage,
  testImageBytes,
} from '../../testing/test-device.ts';
import type { TestSession } from '../../testing/test-device.ts';
import { connectTestHost } from '../../testing/test-host.ts';

vi.setConfig({ testTimeout: 30_000 });

const observe = ({ host, params, sessionId }: TestSession, given = {}) =>
  host.call('computer.observe', params(given), sessionId);

/** Reads a whole image, giving credit for each chunk. */
const read = async ({ host, sessionId }: TestSession, handle: string): Promise<Uint8Array> => {
  host.frames.length = 0;
  const stop = host.transport.onMessage((message) => {
    const frame = host.frames.at(-1);
    if (message.kind !== 'bytes' || frame?.kind !== 'chunk') return;
    host.sendFrame({
      kind: 'credit',
      sessionId,
      handle,
      offset: Number(frame.offset) + frame.payload.length,
    });
  });
  host.sendFrame({ kind: 'attach', sessionId, handle });
  await host.frame('end');
  stop();
  return Buffer.concat(host.frames.filter(({ kind }) => kind === 'chunk').map(({ payload }) => payload));
};

const big = (bytes: number) => {
  const content = new Uint8Array(bytes).map((_, index) => index % 253);
  return {
    content,
    overrides: {
      encodeImage: () => Promise.resolve(testImage(content)),
    },
  };
};

describe('computer.describe', () => {
  it('lists monitors, readiness and scroll units', async () => {
    const { host, params, sessionId } = await openTestSession();
    expect(await host.call('computer.describe', params(), sessionId)).toEqual({
      targets: [{ target_id: 'display-0-1', name: 'FAKE-1', width: 1920, height: 1080 }],
      observe_ready: true,
      input_ready: true,
      scroll_units: ['steps'],
    });
  });

  it('says that nothing can be observed without a monitor', async () => {
    const session = await openTestSession();
    session.desktop().control.setTargets([]);
    const result = await session.host.call('computer.describe', session.params(), session.sessionId);
    expect(result).toMatchObject({ targets: [], observe_ready: false, input_ready: false });
  });
});

describe('computer.observe', () => {
  it('O4 hands out bytes whose digest closing confirms, once', async () => {
    const session = await openTestSession();
    const { host, params, sessionId } = session;
    const { observation, reader, size_bytes: size, expires_at: expiresAt } = await observe(session);
    expect(observation).toMatchObject({
      target_id: 'display-0-1',
      width: 1280,
      height: 720,
      mime_type: 'image/jpeg',
    });
    expect(reader).toMatch(/^screen-/);
    expect(expiresAt).toBe('2026-01-01T00:02:00Z');
    const bytes = await read(session, reader);
    expect(bytes.length).toBe(size);
    const { completion } = await host.call('computer.close_observation', params({ reader }), sessionId);
    expect(completion).toEqual({
      produced_bytes: testImageBytes.length,
      digest: { algorithm: 'sha256', value: createHash('sha256').update(bytes).digest('hex') },
    });
    const again = await host.refusal('computer.close_observation', params({ reader }), sessionId);
    expect(again.data.error_type).toBe('invalid_handle');
    const point = { x: 1, y: 1 };
    const click = params({ observation_id: observation.observation_id, point, button: 'left' });
    expect((await host.call('computer.click', click, sessionId)).effect).toBe('executed');
  });

  it('refuses a handle that is no image reader', async () => {
    const { host, params, sessionId } = await openTestSession();
    const refused = await host.refusal('computer.close_observation', params({ reader: 'file-1' }), sessionId);
    expect(refused.data).toMatchObject({ error_type: 'invalid_handle', handle_kind: 'reader' });
  });

  it('O6 answers two observes at once and captures one after the other, also across sessions', async () => {
    const first = await openTestSession();
    const resume = first.desktop().control.pauseCaptures();
    const { descriptor } = await first.host.call('session.open', openParams);
    const second: TestSession = { ...first, sessionId: descriptor.session_id };
    await first.host.call('environment.readiness', first.params(), second.sessionId);
    const both = Promise.all([observe(first), observe(first), observe(second)]);
    await eventually(() => first.desktops[0]?.control.captureCount()).toBe(1);
    resume();
    expect(await both).toHaveLength(3);
    expect(first.desktops[0]?.control.mostCapturesAtOnce()).toBe(1);
    expect(first.desktops[1]?.control.captureCount()).toBe(1);
  });

  it('holds the raw pixels of one capture at a time', async () => {
    let encoding = 0;
    let most = 0;
    const encodeImage = async () => {
      most = Math.max(most, (encoding += 1));
      await new Promise((resolve) => setImmediate(resolve));
      encoding -= 1;
      return testImage();
    };
    const session = await openTestSession({ overrides: { encodeImage } });
    await Promise.all(Array.from({ length: 8 }, () => observe(session)));
    expect(most).toBe(1);
  });

  it('does not answer a finished observation a second time', async () => {
    const { host, params, sessionId } = await openTestSession();
    await host.call('computer.observe', params({}, 'op-same'), sessionId);
    const refused = await host.refusal('computer.observe', params({}, 'op-same'), sessionId);
    expect(refused.data).toMatchObject({ error_type: 'conflict', retry_hint: 'reconcile_first' });
  });

  it('G9 refuses without a monitor and works again with one', async () => {
    const session = await openTestSession();
    const targets = (await session.desktop().describe(new AbortController().signal)).targets;
    session.desktop().control.setTargets([]);
    const refused = await session.host.refusal('computer.observe', session.params(), session.sessionId);
    expect(refused.data).toMatchObject({
      error_type: 'provider_unavailable',
      dispatch_stage: 'pre_dispatch',
    });
    session.desktop().control.setTargets(targets);
    expect((await observe(session)).size_bytes).toBe(testImageBytes.length);
  });

  it('refuses an unknown target and frees the room it had reserved', async () => {
    const session = await openTestSession();
    for (let count = 0; count < 600; count += 1) {
      const given = session.params({ target_id: 'display-9' });
      const { data } = await session.host.refusal('computer.observe', given, session.sessionId);
      expect(data).toMatchObject({ error_type: 'invalid_params', field: 'target_id' });
    }
    expect(await observe(session)).toBeDefined();
  });

  it('tells a blank capture from an image', async () => {
    const session = await openTestSession();
    session.desktop().control.setFailure('capture', new DesktopError('capture_blank', '/home/ada is locked'));
    const refused = await session.host.refusal('computer.observe', session.params(), session.sessionId);
    expect(refused.data.error_type).toBe('provider_unavailable');
    expect(refused.message).toContain('locked or access');
    expect(refused.message).not.toContain('ada');
  });

  it('keeps at most 512 unread images', async () => {
    const area = { x: 0, y: 0, width: 16, height: 9 };
    const targets = [{ targetId: 'display-0-1', name: 'small', area, primary: true }];
    const session = await openTestSession({ desktop: { targets } });
    for (let count = 0; count < 512; count += 1) await observe(session);
    const refused = await session.host.refusal('computer.observe', session.params(), session.sessionId);
    expect(refused.data).toMatchObject({ error_type: 'quota_exceeded', retry_hint: 'after_capacity' });
  });
});

describe('image transfer', () => {
  it('sends no more than eight chunks without credit, and the end only after all of it', async () => {
    const { content, overrides } = big(chunkBytes * 10 + 5);
    const session = await openTestSession({ overrides });
    const { host, sessionId } = session;
    const { reader: handle } = await observe(session);
    host.sendFrame({ kind: 'attach', sessionId, handle });
    const chunks = () => host.frames.filter(({ kind }) => kind === 'chunk').length;
    await eventually(chunks).toBe(8);
    host.sendFrame({ kind: 'credit', sessionId, handle, offset: chunkBytes * 2 });
    await eventually(chunks).toBe(10);
    host.sendFrame({ kind: 'credit', sessionId, handle, offset: chunkBytes * 10 });
    await eventually(chunks).toBe(11);
    expect(host.frames.some(({ kind }) => kind === 'end')).toBe(false);
    host.sendFrame({ kind: 'credit', sessionId, handle, offset: content.length });
    expect((await host.frame('end')).offset).toBe(content.length);
    expect(host.frames[0]).toMatchObject({ kind: 'attached', offset: 0 });
  });

  it.each([
    ['credit within a chunk', { kind: 'credit', offset: 5 }],
    ['a second attach', { kind: 'attach', offset: 0 }],
    ['a chunk for a reader', { kind: 'chunk', offset: 0, payload: new Uint8Array([1]) }],
  ] as const)('resets on %s', async (_case, frame) => {
    const session = await openTestSession({ overrides: big(chunkBytes * 9).overrides });
    const { host, sessionId } = session;
    const { reader: handle } = await observe(session);
    host.sendFrame({ kind: 'attach', sessionId, handle });
    await host.frame('chunk');
    host.sendFrame({ sessionId, handle, ...frame });
    expect((await host.frame('reset')).resetStatus).toBe('protocol');
  });

  it('denies handles and sessions that are not there', async () => {
    const session = await openTestSession();
    session.host.sendFrame({ kind: 'attach', sessionId: session.sessionId, handle: 'screen-0' });
    expect((await session.host.frame('reset')).resetStatus).toBe('denied');
    session.host.frames.length = 0;
    session.host.sendFrame({ kind: 'attach', sessionId: 'session-0', handle: 'screen-0' });
    expect((await session.host.frame('reset')).resetStatus).toBe('denied');
  });

  it('ends when the reader is closed early, and confirms just what was sent', async () => {
    const { content, overrides } = big(chunkBytes * 9);
    const session = await openTestSession({ overrides });
    const { host, sessionId, params } = session;
    const { reader: handle } = await observe(session);
    host.sendFrame({ kind: 'attach', sessionId, handle });
    await eventually(() => host.frames.length).toBe(9);
    const { completion } = await host.call(
      'computer.close_observation',
      params({ reader: handle }),
      sessionId,
    );
    expect(completion.produced_bytes).toBe(chunkBytes * 8);
    const digest = createHash('sha256')
      .update(content.subarray(0, chunkBytes * 8))
      .digest('hex');
    expect(completion.digest.value).toBe(digest);
    expect((await host.frame('reset')).resetStatus).toBe('cancelled');
  });

  it('ends after ten minutes without progress', async () => {
    const session = await openTestSession({ overrides: big(chunkBytes * 9).overrides });
    const { host, sessionId, clock } = session;
    const { reader: handle } = await observe(session);
    host.sendFrame({ kind: 'attach', sessionId, handle });
    await host.frame('chunk');
    for (let minute = 0; minute < 20; minute += 1) {
      clock.advance(30_000);
      await host.call('session.keepalive', {}, sessionId);
    }
    expect((await host.frame('reset')).resetStatus).toBe('expired');
  });

  it('lets unread bytes go after two minutes', async () => {
    const session = await openTestSession();
    const { reader } = await observe(session);
    for (let count = 0; count < 4; count += 1) {
      session.clock.advance(30_000);
      await session.host.call('session.keepalive', {}, session.sessionId);
    }
    const refused = await session.host.refusal(
      'computer.close_observation',
      session.params({ reader }),
      session.sessionId,
    );
    expect(refused.data.error_type).toBe('invalid_handle');
  });

  it('is over when the carrier is lost, while references stay', async () => {
    const session = await openTestSession();
    const { observation, reader } = await observe(session);
    session.host.transport.close();
    await session.host.ended;
    const host = connectTestHost(session.device);
    await host.call('initialize', initializeParams);
    await host.call('session.attach', {}, session.sessionId);
    const refused = await host.refusal(
      'computer.close_observation',
      session.params({ reader }),
      session.sessionId,
    );
    expect(refused.data.error_type).toBe('invalid_handle');
    const move = session.params({ observation_id: observation.observation_id, point: { x: 0, y: 0 } });
    expect((await host.call('computer.move', move, session.sessionId)).effect).toBe('executed');
  });
});

describe('a lost desktop', () => {
  it('O5 is unavailable in its session, references included, and a new session works', async () => {
    const session = await openTestSession();
    const { host, params, sessionId } = session;
    const { observation } = await observe(session);
    session.desktop().control.lose();
    const click = params({
      observation_id: observation.observation_id,
      point: { x: 1, y: 1 },
      button: 'left',
    });
    for (const [method, given] of [
      ['computer.describe', params()],
      ['computer.observe', params()],
      ['computer.click', click],
      ['environment.readiness', params()],
    ] as const) {
      expect((await host.refusal(method, given, sessionId)).data.error_type).toBe('provider_unavailable');
    }
    expect(session.desktops).toHaveLength(1);
    const { descriptor } = await host.call('session.open', openParams);
    await host.call('environment.readiness', params(), descriptor.session_id);
    expect(await observe({ ...session, sessionId: descriptor.session_id })).toBeDefined();
    expect(session.desktops).toHaveLength(2);
  });
});
