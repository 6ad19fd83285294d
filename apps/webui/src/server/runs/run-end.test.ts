import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EipError } from '@harness-desktop/eip-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemSchema } from '../../shared/problem.ts';
import { runSchema, type ToolCall } from '../../shared/threads.ts';
import { actionsIn, bind, clickAt, dragOn, operatorOf } from '../testing/operator.ts';
import { runsWithoutImages } from '../testing/runs-without-images.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let server: TestServer;

beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server.close());

const isRunning = ({ state }: ToolCall) => state === 'running';

/** A run in the middle of a drag. */
async function dragging(device: TestDevice) {
  const run = await operatorOf(server).operate(bind(device));
  const { observation_id } = await run.observe();
  const held = device.daemon.holdNext('computer.drag');
  const drag = run.call(dragOn(observation_id));
  await held.begun;
  return { ...run, observationId: observation_id, held, drag };
}

describe('stop', () => {
  it('cancels a drag that is in progress and tells how far it went', async () => {
    const device = await server.pairDevice();
    const { drag, end, transcript } = await dragging(device);
    const stopped = await end('stop');
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'Stopped by you.' });
    expect((await drag).result).toMatchObject({ kind: 'action', ok: false, effect: 'partial' });
    expect(device.daemon.requestsOf('operation.cancel')).toHaveLength(1);
    expect((await transcript()).calls.at(-1)?.result).toMatchObject({ effect: 'partial' });
  });

  it('answers within a second and says unknown when the device does not answer', async () => {
    const device = await server.pairDevice({ answersCancel: false });
    const { drag, held, end, transcript } = await dragging(device);
    const before = performance.now();
    const stopped = await end('stop');
    expect(performance.now() - before).toBeLessThan(1000);
    expect(stopped.state).toBe('stopped');
    const { result } = await drag;
    expect(result).toMatchObject({ code: 'unknown_outcome', dispatch_stage: 'unknown' });
    held.finish('executed');
    await end('stop');
    expect((await transcript()).calls.at(-1)?.result).toEqual(result);
  });

  it('sends nothing of what was waiting behind the call in progress', async () => {
    const device = await server.pairDevice();
    const { drag, call, end, observationId, transcript } = await dragging(device);
    const behind = call(clickAt(observationId));
    await expect.poll(async () => (await transcript()).calls.filter(isRunning).length).toBe(2);
    await end('stop');
    await drag;
    expect((await behind).result).toMatchObject({ code: 'cancelled', dispatch_stage: 'pre_dispatch' });
    expect(device.daemon.requestsOf('computer.click')).toEqual([]);
  });

  it('gives a run that has ended back as it is', async () => {
    const run = await operatorOf(server).operate(bind(await server.pairDevice()));
    const finished = await run.end('finish');
    expect(finished).toMatchObject({ state: 'succeeded', reason: 'Finished by you.' });
    expect(await run.end('stop')).toEqual(finished);
  });
});

describe('finish', () => {
  it('is refused while a call is in progress', async () => {
    const device = await server.pairDevice();
    const { url, held, drag, end } = await dragging(device);
    const problem = problemSchema.parse((await server.request('POST', `${url}/finish`)).json);
    expect(problem).toMatchObject({ status: 409, code: 'conflict' });
    held.finish('executed');
    await drag;
    expect((await end('finish')).state).toBe('succeeded');
  });
});

describe('a lost device', () => {
  it('P9 leaves an input unknown and never sends it again', async () => {
    const device = await server.pairDevice();
    const { drag, call, observe, observationId } = await dragging(device);
    await device.disconnect();
    expect((await drag).result).toMatchObject({
      kind: 'error',
      code: 'unknown_outcome',
      dispatch_stage: 'unknown',
      retry_hint: 'reconcile_first',
    });
    const offline = await call({ tool: 'computer_observe', arguments: {} });
    expect(offline.result).toMatchObject({ code: 'provider_unavailable', dispatch_stage: 'pre_dispatch' });

    await device.connect();
    expect((await call(clickAt(observationId))).result).toMatchObject({ code: 'conflict' });
    expect(device.daemon.inputs).toHaveLength(1);
    const { observation_id } = await observe();
    expect((await call(clickAt(observation_id))).result).toMatchObject({ ok: true });
    expect(device.daemon.inputs).toHaveLength(2);
  });

  it('O5 needs a new session and a new screenshot after its display server was lost', async () => {
    const device = await server.pairDevice();
    const run = await operatorOf(server).operate(bind(device));
    const { observation_id } = await run.observe();
    device.daemon.failNext('computer.observe', new EipError('provider_unavailable', 'The X server is gone.'));
    const lost = await run.call({ tool: 'computer_observe', arguments: {} });
    expect(lost.result).toMatchObject({ code: 'provider_unavailable', message: 'The X server is gone.' });
    expect((await run.call(clickAt(observation_id))).result).toMatchObject({ code: 'conflict' });
    await run.observe();
    const [first, failed, next] = device.daemon.requestsOf('computer.observe');
    expect(failed?.eip_session).toBe(first?.eip_session);
    expect(next?.eip_session).not.toBe(first?.eip_session);
  });
});

describe('the end of the server', () => {
  it('stops a run and tells of the input in flight that its outcome is unknown', async () => {
    const device = await server.pairDevice({ answersCancel: false });
    const { threadId, run, drag } = await dragging(device);
    await server.stop();
    expect((await drag).result).toMatchObject({ code: 'unknown_outcome' });

    const next = await server.startNext();
    const { runs, calls } = await actionsIn(next, run).transcript();
    expect(runs).toMatchObject([
      { thread_id: threadId, state: 'stopped', reason: 'The server was shut down.' },
    ]);
    expect(calls.at(-1)?.result).toMatchObject({ code: 'unknown_outcome', dispatch_stage: 'unknown' });
  });

  it('leaves nothing running when it came without warning', async () => {
    const device = await server.pairDevice();
    const { run, drag, held } = await dragging(device);
    const next = await server.startNext();
    const { runs, calls } = await actionsIn(next, run).transcript();
    expect(runs.map(({ state }) => state)).toEqual(['failed']);
    expect(runs[0]?.reason).toContain('without warning');
    expect(calls.at(-1)).toMatchObject({
      state: 'finished',
      result: { code: 'unknown_outcome', dispatch_stage: 'unknown' },
    });
    expect(device.daemon.inputs).toHaveLength(1);
    held.finish('executed');
    await drag;
  });
});

describe('a person who went away', () => {
  it('finds the run finished after half an hour without a call', async () => {
    const runs = runsWithoutImages(server.context);
    const threadId = await operatorOf(server).createThread(bind(await server.pairDevice()));
    const run = await runs.start(threadId);
    server.clock.advance(29 * 60_000);
    const call = { tool: 'computer_describe', arguments: {} } as const;
    await runs.call(run, { call_id: 'b3b0f2c4-6a53-4b43-8d6b-1f3f2f1f0a11', call });
    server.clock.advance(29 * 60_000);
    await runs.endIdle();
    expect((await runs.stop(run)).state).toBe('stopped');

    const second = await runs.start(threadId);
    server.clock.advance(30 * 60_000);
    await runs.endIdle();
    const ended = runSchema.parse(await runs.stop(second));
    expect(ended.state).toBe('succeeded');
    expect(ended.reason).toContain('30 minutes');
  });
});

describe('deleting a conversation', () => {
  it('stops its run and removes its images', async () => {
    const device = await server.pairDevice();
    const { threadId, drag } = await dragging(device);
    const images = join(server.dataDir, 'attachments');
    expect(await readdir(images)).toHaveLength(1);
    const deletion = await server.request('DELETE', `/api/threads/${threadId}`);
    expect(deletion.status).toBe(204);
    expect(device.daemon.requestsOf('operation.cancel')).toHaveLength(1);
    expect((await drag).result).toMatchObject({ effect: 'partial' });
    expect(await readdir(images)).toEqual([]);
    expect((await server.request('GET', `/api/threads/${threadId}/transcript`)).status).toBe(404);
  });
});

describe('what a browser sees', () => {
  it('is each change as an event, after it was stored, and the transcript up to the last of them', async () => {
    const device = await server.pairDevice();
    const run = await operatorOf(server).operate(bind(device));
    const before = (await run.transcript()).last_event_id;
    await run.observe();
    await run.end('finish');
    const after = (await run.transcript()).last_event_id;
    const stop = new AbortController();
    const told: unknown[] = [];
    for await (const batch of server.context.events.listen({ after: before, signal: stop.signal })) {
      if (batch.kind === 'frames') told.push(...batch.frames);
      if (told.length >= after - before) break;
    }
    const text = JSON.stringify(told);
    expect(told).toHaveLength(5);
    for (const part of ['running', 'waiting', 'succeeded', 'tool_call', 'observation'])
      expect(text).toContain(part);
  });
});
