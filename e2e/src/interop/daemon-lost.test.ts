import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import type { Call } from '../web-ui/api-schemas.ts';
import type { OperatorRun } from '../web-ui/operator-run.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';
import { pairPythonDaemon, type PythonDaemon } from './python-daemon.ts';

/** Longer than the Host waits for the answer to a click, and after that for the one to its cancel. */
const tooLateMs = 41_000;

const teardown = createTeardown();
let api: ApiClient;
let daemon: PythonDaemon;
/** Its answer to a click comes too late; that is waited for while the other cases run. */
let slow: { readonly daemon: PythonDaemon; readonly run: OperatorRun; readonly click: Promise<Call> };

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
  slow = await startSlowClick();
  daemon = await pairPythonDaemon({ api, teardown });
});
afterAll(() => teardown.close());

describe('a drag whose socket is cut', () => {
  it('is unknown, is let go by the daemon, and is never sent again', async () => {
    await daemon.restart('--cut-during', 'drag');
    const run = await daemon.startRun();
    const { observation_id } = await run.observe();
    const callId = randomUUID();
    const drag = () => run.call('computer_drag', dragging(observation_id, 600), callId);
    const inputs = await daemon.record.during('input', async () => {
      expect((await drag()).result).toMatchObject(unknown);
      await daemon.record.arrived('connected', { count: daemon.record.all('closed').length + 1 });
      await daemon.deviceThat('back', ({ status, desktop }) => status === 'connected' && desktop !== null);
      expect((await drag()).result).toMatchObject(unknown);
      await run.observe();
    });
    expect(inputs).toMatchObject([{ method: 'computer.drag' }]);
    expect(daemon.record.all('input_end').at(-1)).toEqual({
      operation_id: inputs[0]?.operation_id,
      effect: 'partial',
    });
    const { calls } = await run.transcript();
    expect(calls.map(({ state }) => state)).toEqual(['finished', 'finished', 'finished']);
    await run.finish();
  });

  it('leaves the screenshot before it behind', async () => {
    await daemon.restart('--cut-during', 'move');
    const run = await daemon.startRun();
    const { observation_id } = await run.observe();
    const move = () => run.call('computer_move', { observation_id, point: { x: 1, y: 1 } });
    const inputs = await daemon.record.during('input', async () => {
      expect((await move()).result).toMatchObject(unknown);
      expect((await move()).result).toMatchObject({ kind: 'error', code: 'conflict' });
    });
    expect(inputs).toHaveLength(1);
    await run.finish();
  });
});

describe('a daemon that dials again while its older socket lives', () => {
  it('is heard on the newer one only; what ran on the older is unknown', async () => {
    await daemon.restart('--dial-again-during', 'drag');
    const run = await daemon.startRun();
    const { observation_id } = await run.observe();
    const older = daemon.record.all('connected').at(-1)?.connection ?? 0;
    const inputs = await daemon.record.during('input', async () => {
      const { result } = await run.call('computer_drag', dragging(observation_id, 2000));
      expect(result).toMatchObject(unknown);
      await daemon.deviceThat('connected', ({ desktop }) => desktop?.input_ready === true);
      await run.observe();
    });
    expect(inputs).toHaveLength(1);
    expect(daemon.record.all('closed').at(-1)).toMatchObject({ connection: older, code: 4001 });
    expect(daemon.record.all('connected').at(-1)).toEqual({ connection: older + 1 });
    expect(daemon.record.all('request').at(-1)).toEqual({
      method: 'computer.close_observation',
      connection: older + 1,
    });
    await run.finish();
  });
});

describe('a run that is stopped before the daemon answers', () => {
  it('says unknown at once, asks the daemon to stop, and forgets the late answer', async () => {
    await daemon.restart('--late-answers', 'click:1500');
    const run = await daemon.startRun();
    const { observation_id } = await run.observe();
    const inputs = daemon.record.all('input').length;
    const click = run.call('computer_click', clicking(observation_id));
    const { operation_id } = await daemon.record.arrived('input', { count: inputs + 1 });
    expect(await run.stop()).toMatchObject({ state: 'stopped' });
    expect((await click).result).toMatchObject({ kind: 'error', dispatch_stage: 'unknown' });
    const asked = await daemon.record.arrived('cancel', { count: 1 });
    expect(asked).toEqual({ target: operation_id, status: 'already_terminal' });

    const { connection } = daemon.record.all('connected').at(-1) ?? {};
    await daemon.record.arrived('late', { count: 1 });
    const next = await daemon.startRun();
    await next.observe();
    expect(daemon.record.all('connected').at(-1)).toEqual({ connection });
    expect(daemon.record.all('input')).toHaveLength(inputs + 1);
    await next.finish();
  });
});

describe('a daemon that is gone', () => {
  it('is shown offline, and a call says that nothing was sent', async () => {
    await daemon.restart();
    const run = await daemon.startRun();
    await daemon.program.stop();
    await daemon.deviceThat('offline', ({ status }) => status === 'offline');
    const inputs = await daemon.record.during('input', async () => {
      const { result } = await run.call('computer_press_keys', { keys: ['a'] });
      expect(result).toMatchObject({ kind: 'error', dispatch_stage: 'pre_dispatch' });
    });
    expect(inputs).toEqual([]);
    await daemon.restart();
    await run.observe();
    await run.finish();
  });
});

describe('a revoked daemon', () => {
  it('loses its socket in the middle of a drag, and ends because it is not let in again', async () => {
    const run = await daemon.startRun();
    const { observation_id } = await run.observe();
    const inputs = daemon.record.all('input').length;
    const drag = run.call('computer_drag', dragging(observation_id, 3000));
    const { operation_id } = await daemon.record.arrived('input', { count: inputs + 1 });
    await api.post(`/api/devices/${daemon.deviceId}/revoke`, { answer: z.undefined() });
    expect((await drag).result).toMatchObject(unknown);
    expect(await daemon.program.exited).toMatchObject({ code: 1 });
    expect(daemon.record.all('closed').at(-1)).toMatchObject({ code: 4003 });
    expect(daemon.record.all('input_end').at(-1)).toEqual({ operation_id, effect: 'partial' });
    expect(daemon.program.errors.join('\n')).toMatch(/does not let this device in: 40[13]/);
    await daemon.deviceThat('revoked', ({ status }) => status === 'revoked');
  });
});

describe('an answer that comes after the Host gave up', () => {
  it(
    'changes nothing: the click stays unknown, the connection lives, nothing is sent again',
    { timeout: 90_000 },
    async () => {
      const { run, daemon: late } = slow;
      const clicked = await slow.click;
      expect(clicked.result).toMatchObject({ kind: 'error', dispatch_stage: 'unknown' });
      expect(late.record.all('late')).toEqual([]);
      await late.record.arrived('late', { count: 1, timeoutMs: tooLateMs });
      await run.observe();
      const { calls } = await run.transcript();
      expect(calls.find(({ call_id }) => call_id === clicked.call_id)).toEqual(clicked);
      expect(late.record.all('connected')).toHaveLength(1);
      expect(late.record.all('input')).toHaveLength(1);
    },
  );
});

describe('the Host', () => {
  it('did nothing that the protocol does not allow', () => {
    expect([...daemon.record.all('complaint'), ...slow.daemon.record.all('complaint')]).toEqual([]);
  });
});

const unknown = {
  kind: 'error',
  code: 'unknown_outcome',
  dispatch_stage: 'unknown',
  retry_hint: 'reconcile_first',
};

async function startSlowClick() {
  const late = await pairPythonDaemon({ api, teardown }, '--late-answers', `click:${tooLateMs}`);
  const run = await late.startRun();
  const { observation_id } = await run.observe();
  return { daemon: late, run, click: run.call('computer_click', clicking(observation_id)) };
}

function clicking(observationId: string) {
  return { observation_id: observationId, point: { x: 1, y: 1 }, button: 'left' };
}

function dragging(observationId: string, durationMs: number) {
  return {
    observation_id: observationId,
    start: { x: 10, y: 10 },
    end: { x: 90, y: 90 },
    button: 'left',
    duration_ms: durationMs,
  };
}
