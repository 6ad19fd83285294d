import { EipError, type ProtocolVersion } from '@harness-desktop/eip-protocol';
import { describe, expect, it } from 'vitest';

import { isEipError } from './is-eip-error.ts';
import { connectScripted, connectScriptedSession } from './testing/connect-scripted.ts';
import { ScriptedDaemon } from './testing/scripted-daemon.ts';
import { ScriptedDesktop } from './testing/scripted-desktop.ts';
import { ScriptedFiles } from './testing/scripted-files.ts';

const path = '/home/ada/notes.txt';
const point = { x: 1, y: 2 };
const onScreen = { observationId: 'o', point } as const;

async function connectDesktop(...protocolVersions: ProtocolVersion[]) {
  const daemon = new ScriptedDaemon({ protocolVersions });
  const desktop = new ScriptedDesktop(daemon);
  return { desktop, ...(await connectScriptedSession({ daemon })) };
}

describe('call', () => {
  it('takes the params of any method and gives its result', async () => {
    const { daemon, session } = await connectScriptedSession();
    const entry = {
      relative_path: 'a',
      info: { path: { path: '/a' }, kind: 'file', size_bytes: 2n ** 60n },
    } as const;
    daemon.on('file.list', () => ({
      entries: [entry],
      offset: 0,
      has_more: false,
      omitted_unrepresentable_entries: 0,
    }));
    const listed = await session.call('file.list', { path: { path: '/' } }, { timeoutMs: 1000 });
    expect(listed.entries).toStrictEqual([entry]);
    expect(daemon.requestsOf('file.list')[0]?.params).toStrictEqual({
      context: { operation_id: 'op-1', timeout_ms: 1000 },
      path: { path: '/' },
    });
  });

  it('leaves out the context where the method has none', async () => {
    const { daemon, session } = await connectScriptedSession();
    daemon.failNext('egress.update', new EipError('unsupported', 'Egress is inherited.'));
    const updating = session.call('egress.update', { expected_revision: 1 });
    await expect(updating).rejects.toMatchObject({ errorType: 'unsupported' });
    expect(daemon.requestsOf('egress.update')[0]?.params).not.toHaveProperty('context');
  });

  it('says which methods a device does not serve, and refuses what is out of bounds before it is sent', async () => {
    const { daemon, session } = await connectScriptedSession();
    const error: unknown = await session
      .call('file.stat', { path: { path } })
      .catch((thrown: unknown) => thrown);
    expect(isEipError(error, 'method_not_found')).toBe(true);
    expect(isEipError(error, 'conflict')).toBe(false);
    const relative = session.call('file.stat', { path: { path: 'notes.txt' } });
    await expect(relative).rejects.toMatchObject({
      errorType: 'invalid_params',
      details: { field: 'path.path' },
    });
    const text = 'x'.repeat(2 * 1024 * 1024);
    const large = session.call('file.write_text', { path: { path }, mode: 'upsert', text });
    await expect(large).rejects.toMatchObject({ errorType: 'quota_exceeded', dispatchStage: 'pre_dispatch' });
    expect(daemon.requestsOf('file.write_text')).toHaveLength(0);
    expect(daemon.requestsOf('file.stat')).toHaveLength(1);
  });

  it('leaves a mutation unknown when its answer is lost, and an observation unavailable', async () => {
    const { daemon, session } = await connectScriptedSession();
    new ScriptedFiles(daemon);
    const held = [daemon.holdNext('file.mkdir'), daemon.holdNext('file.stat')];
    const making = session.call('file.mkdir', { path: { path } }, { operationId: 'mine' });
    const looking = session.call('file.stat', { path: { path } });
    await Promise.all(held.map(({ begun }) => begun));
    daemon.lose();
    await expect(making).rejects.toMatchObject({
      errorType: 'unknown_outcome',
      retryHint: 'reconcile_first',
      details: { operation_id: 'mine' },
    });
    await expect(looking).rejects.toMatchObject({ errorType: 'provider_unavailable' });
  });
});

describe('what version 0.100 adds', () => {
  it('is written to a device that knows it', async () => {
    const { daemon, session } = await connectDesktop('0.100', '0.1');
    const modifiers = ['shift'] as const;
    await session.click({ ...onScreen, button: 'back', count: 3, modifiers });
    await session.move({ ...onScreen, modifiers });
    await session.scroll({ ...onScreen, deltaX: 0, deltaY: 1, modifiers });
    await session.drag({ observationId: 'o', path: [point, point], button: 'left', modifiers });
    await session.pressKeys({ keys: ['a'], holdMs: 700 });
    const region = { x: 0, y: 0, width: 10, height: 10 };
    const { observation } = await session.observeComputer({ observationId: 'o', region, format: 'png' });
    expect(observation.mime_type).toBe('image/jpeg');
    const params = daemon.requests.map((request) => request.params);
    expect(params).toMatchObject([
      {},
      {},
      { button: 'back', count: 3, modifiers },
      { modifiers },
      { modifiers },
      { path: [point, point], modifiers },
      { hold_ms: 700 },
      { observation_id: 'o', region, format: 'png' },
      { reader: 'screen-1' },
    ]);
  });

  it('is refused before it is sent to a device of 0.1', async () => {
    const { daemon, session } = await connectDesktop('0.1');
    const before = daemon.requests.length;
    const region = { x: 0, y: 0, width: 10, height: 10 };
    const attempts: [string, Promise<unknown>][] = [
      ['modifiers', session.click({ ...onScreen, button: 'left', modifiers: ['alt'] })],
      ['count', session.click({ ...onScreen, button: 'left', count: 3 })],
      ['button', session.click({ ...onScreen, button: 'forward' })],
      ['modifiers', session.move({ ...onScreen, modifiers: ['alt'] })],
      ['modifiers', session.scroll({ ...onScreen, deltaX: 0, deltaY: 1, modifiers: ['alt'] })],
      ['path', session.drag({ observationId: 'o', path: [point, point], button: 'left' })],
      ['hold_ms', session.pressKeys({ keys: ['a'], holdMs: 1 })],
      ['observation_id', session.observeComputer({ observationId: 'o', region })],
      ['format', session.observeComputer({ format: 'webp' })],
    ];
    for (const [field, attempt] of attempts) {
      await expect(attempt).rejects.toMatchObject({ errorType: 'unsupported', details: { field } });
    }
    expect(daemon.requests).toHaveLength(before);
    expect(await session.click({ ...onScreen, button: 'left', count: 2 })).toMatchObject({
      effect: 'executed',
    });
  });
});

describe('reconcile', () => {
  it('tells of an operation that runs, has ended, or never was', async () => {
    const { desktop, session } = await connectDesktop('0.100');
    const held = desktop.holdNext('computer.click');
    const clicking = session.click({ ...onScreen, button: 'left', operationId: 'mine' });
    await held.begun;
    expect(await session.reconcile('mine')).toMatchObject({
      state: 'running',
      receipt: { stage: 'dispatched' },
    });
    held.finish('executed');
    await clicking;
    expect(await session.reconcile('mine')).toMatchObject({
      state: 'ended',
      receipt: { outcome: 'succeeded' },
    });
    expect(await session.reconcile('other')).toStrictEqual({ state: 'not_found' });
  });

  it('works on a session that is attached after a loss', async () => {
    const { daemon, desktop, session } = await connectDesktop('0.100');
    const held = desktop.holdNext('computer.click');
    const clicking = session.click({ ...onScreen, button: 'left', operationId: 'mine' });
    await held.begun;
    daemon.lose();
    await expect(clicking).rejects.toMatchObject({ errorType: 'unknown_outcome' });
    const { connection } = connectScripted({ daemon });
    await connection.initialize();
    const again = await connection.attachSession(session.sessionId);
    expect(await again.reconcile('mine')).toMatchObject({ state: 'running' });
  });

  it('does not take a session that is gone for an operation that never was', async () => {
    const { daemon, session } = await connectDesktop('0.100');
    const gone = (): EipError => new EipError('not_found_or_denied', 'No such session.');
    daemon.onRaw('receipt.get', gone);
    daemon.onRaw('session.keepalive', gone);
    await expect(session.reconcile('mine')).rejects.toMatchObject({ errorType: 'not_found_or_denied' });
  });
});

describe('a session that opens after its caller gave up', () => {
  it('is closed', async () => {
    const { connection, daemon } = connectScripted();
    await connection.initialize();
    const giveUp = new AbortController();
    const held = daemon.holdNext('session.open');
    const opening = connection.openSession({ signal: giveUp.signal });
    await held.begun;
    giveUp.abort();
    await expect(opening).rejects.toMatchObject({ errorType: 'cancelled' });
    expect(daemon.requestsOf('session.close')).toHaveLength(0);
    held.release();
    await daemon.until(() => daemon.requestsOf('session.close').length === 1);
    expect(daemon.requestsOf('session.close')[0]?.eip_session).toBe('session-1');
  });
});
