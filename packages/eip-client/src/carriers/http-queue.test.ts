import { createLinkedTransports, EipError, parseRequest } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it } from 'vitest';

import { createEipConnection, type EipConnection } from '../connection.ts';
import type { EipSession } from '../session.ts';
import { ScriptedDaemon } from '../testing/scripted-daemon.ts';
import { ScriptedDesktop } from '../testing/scripted-desktop.ts';
import { createHttpTransport } from './http-transport.ts';

/** `/eip/control` in front of a scripted daemon, in memory. */
function fetchFrom(daemon: ScriptedDaemon): typeof fetch {
  const [front, device] = createLinkedTransports();
  daemon.serve(device);
  return (_url, init) =>
    new Promise((resolve, reject) => {
      const text = typeof init?.body === 'string' ? init.body : '';
      const parsed = parseRequest(text);
      if (!parsed.ok) throw parsed.error;
      const { id } = parsed.request;
      const stop = front.onMessage((message) => {
        if (message.kind !== 'text' || !message.text.includes(`"id":${id},`)) return;
        stop();
        resolve(new Response(message.text, { headers: { 'content-type': 'application/json' } }));
      });
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      front.sendText(text);
    });
}

describe('requests over HTTP that wait behind others', () => {
  const connections: EipConnection[] = [];
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });

  const connect = (
    transport: ReturnType<typeof createHttpTransport>,
    requestTimeoutMs = 60_000,
  ): EipConnection => {
    let count = 0;
    const createId = (): string => String(++count);
    const named = { clientName: 't', clientVersion: '1', createId, requestTimeoutMs };
    const connection = createEipConnection({ transport, ...named });
    connections.push(connection);
    return connection;
  };

  /** A session whose only ordinary slot is taken by a click that does not end. */
  const openOccupied = async (requestTimeoutMs?: number) => {
    const daemon = new ScriptedDaemon();
    const desktop = new ScriptedDesktop(daemon);
    const transport = createHttpTransport({
      baseUrl: 'http://127.0.0.1:1',
      credential: 'c'.repeat(64),
      maxConcurrentRequests: 1,
      fetch: fetchFrom(daemon),
    });
    const connection = connect(transport, requestTimeoutMs);
    await connection.initialize();
    const session = await connection.openSession();
    const held = desktop.holdNext('computer.click');
    const clicking = session.click({ ...click, operationId: 'first', timeoutMs: 60_000 });
    clicking.catch(() => undefined);
    await held.begun;
    return { daemon, connection, session, held, clicking };
  };
  const click = { observationId: 'observation-1', point: { x: 1, y: 2 }, button: 'left' } as const;
  const move = (session: EipSession, options: { operationId?: string; signal?: AbortSignal } = {}) =>
    session.move({ observationId: 'observation-1', point: { x: 1, y: 2 }, ...options });

  it('do not hold back what keeps, cancels, explains or closes', async () => {
    const { daemon, session, clicking } = await openOccupied();
    await session.keepalive();
    expect(await session.receipt('first')).toMatchObject({ operation_id: 'first' });
    expect(await session.cancel('first')).toStrictEqual({ status: 'cancellation_requested' });
    expect(await clicking).toMatchObject({ effect: 'partial' });
    await session.close();
    expect(daemon.requestsOf('session.close')).toHaveLength(1);
  });

  it('are never sent after their caller gave up, who hears that nothing happened', async () => {
    const { daemon, connection, session, held, clicking } = await openOccupied();
    const giveUp = new AbortController();
    const moving = move(session, { operationId: 'mine', signal: giveUp.signal });
    const describing = connection.describeDevice(giveUp.signal);
    giveUp.abort();
    const nothing = { errorType: 'cancelled', dispatchStage: 'pre_dispatch', isFromPeer: false };
    await expect(moving).rejects.toMatchObject({ ...nothing, details: { operation_id: 'mine' } });
    await expect(describing).rejects.toMatchObject(nothing);
    held.finish('executed');
    await clicking;
    expect(await session.describeComputer()).toMatchObject({ input_ready: true });
    const methods = daemon.requests.map(({ method }) => method);
    expect(methods).toStrictEqual(['initialize', 'session.open', 'computer.click', 'computer.describe']);
  });

  it('are never sent after their time was over', async () => {
    const { daemon, session, held } = await openOccupied(1000);
    const late = { errorType: 'timeout', dispatchStage: 'pre_dispatch' };
    await expect(move(session)).rejects.toMatchObject(late);
    held.finish('executed');
    await session.describeComputer({ timeoutMs: 60_000 });
    expect(daemon.requestsOf('computer.move')).toHaveLength(0);
  });

  it('are taken back by a cancellation of their id', async () => {
    const { daemon, session, held } = await openOccupied();
    const moving = move(session, { operationId: 'mine' });
    const cancelled = { errorType: 'cancelled', dispatchStage: 'pre_dispatch' };
    const refused = expect(moving).rejects.toMatchObject({ ...cancelled, details: { operation_id: 'mine' } });
    const cancelling = session.call('operation.cancel', { target_operation_id: 'mine' });
    expect(await cancelling).toStrictEqual({ status: 'cancellation_requested' });
    await refused;
    held.finish('executed');
    await session.describeComputer();
    expect(daemon.requestsOf('computer.move')).toHaveLength(0);
    expect(daemon.requestsOf('operation.cancel')).toHaveLength(0);
  });

  it('leave the cancellation of an operation that is under way to the device', async () => {
    const { daemon, session, clicking } = await openOccupied();
    const again = session.click({ ...click, operationId: 'first' });
    again.catch(() => undefined);
    expect(await session.cancel('first')).toStrictEqual({ status: 'cancellation_requested' });
    expect(await clicking).toMatchObject({ effect: 'partial' });
    expect(daemon.requestsOf('operation.cancel')).toHaveLength(1);
    expect(daemon.requestsOf('computer.click')).toHaveLength(1);
  });

  it('are known not to have happened when the connection is closed', async () => {
    const { connection, session, clicking } = await openOccupied();
    const moving = move(session);
    connection.close();
    await expect(clicking).rejects.toMatchObject({ errorType: 'unknown_outcome' });
    const unsent = { errorType: 'provider_unavailable', dispatchStage: 'pre_dispatch' };
    await expect(moving).rejects.toMatchObject(unsent);
  });
});

describe('an error that the HTTP carrier makes', () => {
  const refusing = () =>
    createHttpTransport({
      baseUrl: 'http://127.0.0.1:1',
      credential: 'c'.repeat(64),
      fetch: () => Promise.resolve(new Response(null, { status: 401 })),
    });

  it('is not said to be the device’s', async () => {
    const transport = refusing();
    const named = { clientName: 't', clientVersion: '1', createId: () => 'x' };
    const connection = createEipConnection({ transport, ...named });
    const refused = { errorType: 'denied', isFromPeer: false };
    await expect(connection.initialize()).rejects.toMatchObject(refused);
    connection.close();
  });

  it('is a message for one who listens to messages only', async () => {
    const transport = refusing();
    const message = new Promise((resolve) => transport.onMessage(resolve));
    transport.sendText('{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}');
    expect(JSON.stringify(await message)).toContain('denied');
    transport.close();
  });

  it('differs from one that the device answers', async () => {
    const daemon = new ScriptedDaemon();
    daemon.failNext('initialize', new EipError('denied', 'No.'));
    const options = { baseUrl: 'http://127.0.0.1:1', credential: 'c'.repeat(64), fetch: fetchFrom(daemon) };
    const named = { clientName: 't', clientVersion: '1', createId: () => 'x' };
    const connection = createEipConnection({ transport: createHttpTransport(options), ...named });
    await expect(connection.initialize()).rejects.toMatchObject({ errorType: 'denied', isFromPeer: true });
    connection.close();
  });
});
