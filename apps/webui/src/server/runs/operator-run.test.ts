import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presets, type Binding, type Operation } from '../../shared/bindings.ts';
import { problemSchema } from '../../shared/problem.ts';
import { threadSchema } from '../../shared/threads.ts';
import { bind, clickAt, dragOn, operatorOf } from '../testing/operator.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let server: TestServer;
let device: TestDevice;
let owner: ReturnType<typeof operatorOf>;

beforeEach(async () => {
  server = await startTestServer();
  device = await server.pairDevice();
  owner = operatorOf(server);
});
afterEach(() => server.close());

const createThread = (...bindings: Binding[]) => owner.createThread(...bindings);
const operate = (operations?: readonly Operation[]) => owner.operate(bind(device, operations));

async function refusal(method: 'POST' | 'GET', url: string, body?: unknown) {
  return problemSchema.parse((await server.request(method, url, body)).json);
}

describe('starting an Operator run', () => {
  it('waits for calls, with the tools that the binding allows and the device serves', async () => {
    const { run } = await operate();
    expect(run).toMatchObject({ state: 'waiting', reason: null, ended_at: null });
    expect(run.tools).toContain('computer_drag');
    expect(run.tools).not.toContain('computer_type_text');
  });

  it('is refused without a working environment', async () => {
    const problem = await refusal('POST', `/api/threads/${await createThread()}/runs`, { agent: 'operator' });
    expect(problem).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('is refused while no bound device is connected', async () => {
    const threadId = await createThread(bind(device));
    await device.disconnect();
    const problem = await refusal('POST', `/api/threads/${threadId}/runs`, { agent: 'operator' });
    expect(problem).toMatchObject({ status: 409, code: 'device_offline' });
    expect(problem.detail).toContain('Ada’s laptop');
  });

  it('is refused while another run of the thread goes on', async () => {
    const { threadId, end } = await operate();
    const problem = await refusal('POST', `/api/threads/${threadId}/runs`, { agent: 'operator' });
    expect(problem).toMatchObject({ status: 409, code: 'run_active' });
    await end('finish');
    await owner.start(threadId);
  });

  it('is refused to a device that was revoked', async () => {
    const threadId = await createThread(bind(device));
    await server.request('POST', `/api/devices/${device.deviceId}/revoke`);
    const problem = await refusal('POST', `/api/threads/${threadId}/runs`, { agent: 'operator' });
    expect(problem.code).toBe('device_revoked');
  });
});

describe('the ceiling', () => {
  it('gives no desktop tool with the default preset, and sends nothing', async () => {
    const { run, call } = await operate(presets[0].operations);
    expect(run.tools).toEqual([]);
    const before = device.daemon.requests.length;
    const refused = await call({ tool: 'computer_observe', arguments: {} });
    expect(refused).toMatchObject({
      alias: 'desktop',
      result: { kind: 'error', code: 'denied', dispatch_stage: 'pre_dispatch' },
    });
    expect(device.daemon.requests.length).toBe(before);
  });

  it('lets a run that may only observe send no input', async () => {
    const { observe, call } = await operate([
      'environment.computer.describe',
      'environment.computer.observe',
    ]);
    const { observation_id } = await observe();
    const refused = await call(clickAt(observation_id));
    expect(refused.result).toMatchObject({ kind: 'error', code: 'denied' });
    expect(device.daemon.inputs).toEqual([]);
  });

  it('holds as it was at the start of the run, whatever is saved meanwhile', async () => {
    const { threadId, observe, call, end } = await operate();
    const configuration = { environment_bindings: [], default_environment: null };
    await server.expect([200, threadSchema], ['PATCH', `/api/threads/${threadId}`, { configuration }]);
    const { observation_id } = await observe();
    expect((await call(clickAt(observation_id))).result).toMatchObject({ kind: 'action', ok: true });
    const ended = await end('finish');
    expect(ended.environment.environment_bindings).toHaveLength(1);
    const problem = await refusal('POST', `/api/threads/${threadId}/runs`, { agent: 'operator' });
    expect(problem.code).toBe('conflict');
  });

  it('cannot be widened while the run goes on', async () => {
    const { threadId, call } = await operate(['environment.computer.describe']);
    const configuration = {
      environment_bindings: [bind(device)],
      default_environment: 'desktop',
    };
    await server.expect([200, threadSchema], ['PATCH', `/api/threads/${threadId}`, { configuration }]);
    const refused = await call({ tool: 'computer_observe', arguments: {} });
    expect(refused.result).toMatchObject({ code: 'denied' });
  });
});

describe('a tool call', () => {
  it('describes the desktop', async () => {
    const { call } = await operate();
    const { result } = await call({ tool: 'computer_describe', arguments: { alias: 'desktop' } });
    expect(result).toMatchObject({
      kind: 'description',
      displays: [{ target_id: 'display-0-1', name: 'Screen', width: 800, height: 600 }],
      input_ready: true,
    });
  });

  it('gives the very bytes of the screenshot under a reference of the run', async () => {
    device.daemon.image = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
    const { threadId, observe } = await operate();
    const { observation_id, attachment } = await observe();
    expect(observation_id).toMatch(/^obs-[0-9a-f]{8}$/);
    const url = `/api/threads/${threadId}/attachments/${attachment?.attachment_id ?? ''}`;
    const { bytes } = await server.request('GET', url);
    expect(bytes.equals(device.daemon.image)).toBe(true);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(attachment?.sha256);
  });

  it('clicks on the screenshot that its reference names', async () => {
    const { observe, call } = await operate();
    const { observation_id } = await observe();
    await observe();
    const clicked = await call(clickAt(observation_id));
    expect(clicked).toMatchObject({
      alias: 'desktop',
      state: 'finished',
      result: { ok: true, effect: 'executed' },
    });
    expect(device.daemon.inputs).toMatchObject([
      { params: { observation_id: 'observation-1', point: { x: 4, y: 2 }, button: 'left' } },
    ]);
  });

  it('O2 is a conflict on the first of 17 screenshots, and nothing is sent', async () => {
    const { observe, call } = await operate();
    const { observation_id } = await observe();
    for (let more = 0; more < 16; more++) await observe();
    expect((await call(clickAt(observation_id))).result).toMatchObject({ code: 'conflict' });
    expect(device.daemon.inputs).toEqual([]);
  });

  it('cannot name a screenshot of another run', async () => {
    const other = await operate();
    const { observation_id } = await other.observe();
    const { call } = await operate();
    const refused = await call(clickAt(observation_id));
    expect(refused).toMatchObject({ alias: null, result: { code: 'conflict' } });
  });

  it('K7 names the key that does not exist and sends nothing', async () => {
    const { call } = await operate();
    const { result } = await call({ tool: 'computer_press_keys', arguments: { keys: ['control', 'Enter'] } });
    expect(result).toMatchObject({ code: 'invalid_params', dispatch_stage: 'pre_dispatch' });
    expect(device.daemon.inputs).toEqual([]);
  });

  it('says that the device does not serve a tool', async () => {
    const { call } = await operate();
    const { result } = await call({ tool: 'computer_type_text', arguments: { text: 'hello' } });
    expect(result).toMatchObject({ code: 'unsupported', dispatch_stage: 'pre_dispatch' });
  });

  it('uses one session of the device, which ends with the run', async () => {
    const before = device.daemon.requestsOf('session.open').length;
    const { observe, end } = await operate();
    await observe();
    await observe();
    const opened = device.daemon.requestsOf('session.open').slice(before);
    expect(opened).toMatchObject([{ params: { working_directory: '/home/ada' } }]);
    const closed = device.daemon.requestsOf('session.close').length;
    await end('finish');
    await expect.poll(() => device.daemon.requestsOf('session.close').length).toBe(closed + 1);
  });
});

describe('a call_id', () => {
  it('is executed once when it is repeated at the same time and later', async () => {
    const { observe, call } = await operate();
    const { observation_id } = await observe();
    const callId = randomUUID();
    const held = device.daemon.holdNext('computer.click');
    const both = Promise.all([call(clickAt(observation_id), callId), call(clickAt(observation_id), callId)]);
    await held.begun;
    held.finish('executed');
    const [first, second] = await both;
    expect(second).toEqual(first);
    expect(await call(clickAt(observation_id), callId)).toEqual(first);
    expect(device.daemon.inputs).toHaveLength(1);
  });

  it('gives the stored answer after the run has ended', async () => {
    const { url, call, end } = await operate();
    const callId = randomUUID();
    const first = await call({ tool: 'computer_describe', arguments: {} }, callId);
    await end('finish');
    expect(await call({ tool: 'computer_describe', arguments: {} }, callId)).toEqual(first);
    const another = { call_id: randomUUID(), call: { tool: 'computer_describe', arguments: {} } };
    expect(await refusal('POST', `${url}/calls`, another)).toMatchObject({ status: 409, code: 'run_ended' });
  });

  it('is refused for another call, in progress or finished', async () => {
    const { url, observe, call } = await operate();
    const { observation_id } = await observe();
    const callId = randomUUID();
    const held = device.daemon.holdNext('computer.drag');
    const drag = call(dragOn(observation_id), callId);
    await held.begun;
    const other = { call_id: callId, call: clickAt(observation_id) };
    expect(await refusal('POST', `${url}/calls`, other)).toMatchObject({ status: 409, code: 'conflict' });
    held.finish('executed');
    await drag;
    expect(await refusal('POST', `${url}/calls`, other)).toMatchObject({ status: 409, code: 'conflict' });
    expect(device.daemon.requestsOf('computer.click')).toEqual([]);
  });
});
