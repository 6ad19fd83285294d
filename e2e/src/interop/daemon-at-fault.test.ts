import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import type { Observation } from '../web-ui/api-schemas.ts';
import type { OperatorRun } from '../web-ui/operator-run.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';
import { pairPythonDaemon, type PythonDaemon } from './python-daemon.ts';

const teardown = createTeardown();
let api: ApiClient;
let daemon: PythonDaemon;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
  daemon = await pairPythonDaemon({ api, teardown });
});
afterAll(() => teardown.close());

describe('an image that is not what the daemon says', () => {
  it('is refused when its digest is that of other bytes', async () => {
    const run = await runAgainst('--lie-digest');
    expect(await failedObserve(run)).toMatchObject({ code: 'integrity_mismatch' });
    await observeAgain(run);
    await run.finish();
  });

  it('is refused when its transfer is broken', async () => {
    const faults = ['size', 'short', 'reset', 'gap'];
    const run = await runAgainst(...faults.flatMap((fault) => ['--break-transfer', fault]));
    for (const fault of faults) {
      const { code } = await failedObserve(run);
      expect(code, fault).toBe(fault === 'reset' ? 'provider_unavailable' : 'integrity_mismatch');
    }
    await observeAgain(run);
    await run.finish();
  });

  it('is complete when it comes slowly', async () => {
    const run = await runAgainst('--slow-chunks', '15', '--chunk-bytes', '3000');
    const [image] = await daemon.record.during('image', () => run.observe());
    const shown = (await run.transcript()).calls.at(-1)?.result;
    expect(shown).toMatchObject({ attachment: { sha256: image?.sha256, size_bytes: image?.size_bytes } });
    await run.finish();
  });
});

describe('an answer that the protocol does not allow', () => {
  const kinds = ['unknown-member', 'float', 'wrong-type', 'duplicate-key', 'not-json', 'wrong-session'];

  it('gives no image', async () => {
    const run = await runAgainst(...kinds.flatMap((kind) => ['--break-answer', `observe:${kind}`]));
    for (const kind of kinds)
      expect(await failedObserve(run), kind).toMatchObject({ dispatch_stage: 'unknown' });
    await observeAgain(run);
    await run.finish();
  });

  it('leaves a click unknown, which is not sent again', async () => {
    const run = await runAgainst(...kinds.flatMap((kind) => ['--break-answer', `click:${kind}`]));
    for (const kind of kinds) {
      const { observation_id } = await observeAgain(run);
      const inputs = await daemon.record.during('input', async () => {
        const { result } = await run.call('computer_click', clicking(observation_id));
        expect(result, kind).toMatchObject(unknown);
        await observeAgain(run);
      });
      expect(inputs, kind).toHaveLength(1);
    }
    await run.finish();
  });

  it('is no refusal when its error says more than the protocol knows', async () => {
    const run = await runAgainst('--refuse', 'click:conflict', '--unknown-error-data');
    const { observation_id } = await run.observe();
    const { result } = await run.call('computer_click', clicking(observation_id));
    expect(result).toMatchObject({ ...unknown, code: 'unknown_outcome' });
    await run.finish();
  });
});

describe('what a daemon announces', () => {
  it.each(['limits', 'lifecycle', 'generation'])('may be as large as the wire holds: %s', async (part) => {
    const run = await runAgainst('--announce-u64-max', part);
    await expectClick(run);
    await run.finish();
  });

  it('is never taken for a version that the Host did not offer', async () => {
    await daemon.startAgain('--force-version', '0.7');
    const device = await daemon.deviceThat('unusable', ({ problem }) => problem !== null);
    expect(device.problem).toMatch(/version/);
    await expect(daemon.startRun()).rejects.toThrow('device_offline');
  });

  it('may include versions that the Host does not know', async () => {
    const run = await runAgainst('--second-version', '0.7');
    await expectClick(run);
    await run.finish();
  });
});

describe('the Host', () => {
  it('did nothing that the protocol does not allow', () => {
    expect(daemon.record.all('complaint')).toEqual([]);
  });
});

async function runAgainst(...faults: readonly string[]): Promise<OperatorRun> {
  await daemon.restart(...faults);
  return daemon.startRun();
}

const unknown = { kind: 'error', dispatch_stage: 'unknown', retry_hint: 'reconcile_first' };

/** The next observation fails with words of its own and shows nothing. */
async function failedObserve(run: OperatorRun) {
  await daemonIsReady();
  const { result } = await run.call('computer_observe', {});
  if (result?.kind !== 'error') throw new Error(`This is no error: ${JSON.stringify(result)}`);
  expect(result.message).not.toBe('');
  return result;
}

async function observeAgain(run: OperatorRun): Promise<Observation> {
  await daemonIsReady();
  return run.observe();
}

/** Also where the Host had to give up the socket, so that the daemon dials again. */
async function daemonIsReady(): Promise<void> {
  await daemon.deviceThat('ready', ({ status, desktop }) => status === 'connected' && desktop !== null);
}

async function expectClick(run: OperatorRun): Promise<void> {
  const { observation_id } = await run.observe();
  const inputs = await daemon.record.during('input', async () => {
    const { result } = await run.call('computer_click', clicking(observation_id));
    expect(result).toMatchObject({ kind: 'action', ok: true });
  });
  expect(inputs).toHaveLength(1);
}

function clicking(observationId: string) {
  return { observation_id: observationId, point: { x: 1, y: 1 }, button: 'left' };
}
