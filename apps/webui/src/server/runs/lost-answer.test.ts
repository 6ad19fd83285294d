import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, clickAt, operatorOf } from '../testing/operator.ts';
import { runsWithoutImages } from '../testing/runs-without-images.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let server: TestServer;
let device: TestDevice;

beforeEach(async () => {
  server = await startTestServer();
  device = await server.pairDevice();
});
afterEach(() => server.close());

/** Nothing in the table can be changed until the returned function is called. */
async function fillDisk(table: 'tool_calls' | 'runs'): Promise<() => Promise<void>> {
  const { database } = server.context;
  const refuse = `BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`;
  await sql.raw(`CREATE TRIGGER full_disk ${refuse}`).execute(database);
  return async () => {
    await sql.raw('DROP TRIGGER full_disk').execute(database);
  };
}

/** A run whose click happened while its answer could not be stored. */
async function loseAnswer() {
  const run = await operatorOf(server).operate(bind(device));
  const { observation_id } = await run.observe();
  const request = { call_id: randomUUID(), call: clickAt(observation_id) };
  const freeDisk = await fillDisk('tool_calls');
  const { status } = await server.request('POST', `${run.url}/calls`, request);
  expect(status).toBe(500);
  await freeDisk();
  return { ...run, ...request, again: () => run.call(request.call, request.call_id) };
}

describe('an answer that could not be stored', () => {
  it('is unknown to whoever asks for the call again, and the click is not repeated', async () => {
    const { again, end } = await loseAnswer();
    const answer = await again();
    expect(answer).toMatchObject({
      state: 'finished',
      result: { kind: 'error', code: 'unknown_outcome', dispatch_stage: 'unknown' },
    });
    expect(await again()).toEqual(answer);
    expect(device.daemon.inputs).toHaveLength(1);
    expect((await end('finish')).state).toBe('succeeded');
  });

  it('does not keep the run from being finished', async () => {
    const { end, transcript } = await loseAnswer();
    expect((await end('finish')).state).toBe('succeeded');
    expect((await transcript()).calls.at(-1)).toMatchObject({
      state: 'finished',
      result: { code: 'unknown_outcome' },
    });
  });
});

it('ends an idle run later when its end could not be stored', async () => {
  const runs = runsWithoutImages(server.context);
  const run = await runs.start(await operatorOf(server).createThread(bind(device)));
  server.clock.advance(30 * 60_000);
  const freeDisk = await fillDisk('runs');
  await runs.endIdle();
  await freeDisk();
  await runs.endIdle();
  expect((await runs.stop(run)).state).toBe('succeeded');
});
