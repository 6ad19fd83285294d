import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemSchema } from '../../shared/problem.ts';
import { runSchema } from '../../shared/threads.ts';
import { startModelBed, type ModelBed } from '../testing/model-bed.ts';
import { bind, operatorOf } from '../testing/operator.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: ModelBed;
beforeEach(async () => void (bed = await startModelBed()));
afterEach(() => bed.close());

const ask = async (threadId: string, options: { prompt?: string; request_id?: string }) => {
  const { status, json } = await bed.user.tryToAsk(threadId, options);
  return { status, json };
};

describe('a request with an id', () => {
  it('that comes again gives the run that it started, also after that has ended', async () => {
    bed.model.script({ text: 'Once.' });
    const threadId = await bed.user.createThread();
    const asked = { prompt: 'look', request_id: randomUUID() };
    const first = await ask(threadId, asked);
    const run = runSchema.parse(first.json);
    await bed.user.reaches(run, 'succeeded');
    const again = await ask(threadId, asked);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toMatchObject({ run_id: run.run_id, state: 'succeeded' });
    expect((await bed.user.transcript(threadId)).runs).toHaveLength(1);
    expect(bed.model.requests).toHaveLength(1);
  });

  it('that comes three times at once starts one run', async () => {
    bed.model.script({ text: 'Once.' });
    const threadId = await bed.user.createThread();
    const asked = { prompt: 'look', request_id: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => ask(threadId, asked)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ json }) => runSchema.parse(json).run_id)).size).toBe(1);
    expect((await bed.user.transcript(threadId)).runs).toHaveLength(1);
  });

  it('is known again after a restart', async () => {
    bed.model.script({ text: 'Once.' });
    const threadId = await bed.user.createThread();
    const asked = { prompt: 'look', request_id: randomUUID() };
    const run = runSchema.parse((await ask(threadId, asked)).json);
    await bed.user.reaches(run, 'succeeded');
    await bed.server.stop();
    const next = await bed.server.startNext();
    const body = { agent: 'model', chosen: { kind: 'model', model_id: run.model?.model_id }, ...asked };
    const again = await next.request('POST', `/api/threads/${threadId}/runs`, body);
    expect(again).toMatchObject({ status: 200, json: { run_id: run.run_id } });
  });

  it('that says something else is refused', async () => {
    const threadId = await bed.user.createThread();
    const request_id = randomUUID();
    bed.model.script({ text: 'Once.' });
    await ask(threadId, { prompt: 'look', request_id });
    const other = await ask(threadId, { prompt: 'look away', request_id });
    expect(other.status).toBe(409);
    expect(problemSchema.parse(other.json).detail).toContain('request_id');
  });

  it('that was refused may be made again', async () => {
    const { server, device } = bed;
    const { threadId, end } = await operatorOf(server).operate(bind(device));
    const body = { agent: 'operator', request_id: randomUUID() };
    const again = () => server.request('POST', `/api/threads/${threadId}/runs`, body);
    expect((await again()).status).toBe(409);
    await end('finish');
    expect((await again()).status).toBe(201);
    expect((await again()).status).toBe(200);
  });
});

it('requests without an id each start a run', async () => {
  bed.model.script({ text: 'One.' }, { text: 'Two.' });
  const threadId = await bed.user.createThread();
  expect([(await ask(threadId, {})).status, (await ask(threadId, {})).status]).toEqual([201, 201]);
});
