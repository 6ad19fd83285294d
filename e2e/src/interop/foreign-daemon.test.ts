import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runCommand } from '../harness/program.ts';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { deviceSchema } from '../web-ui/api-schemas.ts';
import { changedPixels } from '../web-ui/changed-pixels.ts';
import type { OperatorRun } from '../web-ui/operator-run.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';
import {
  pairPythonDaemon,
  paintedDisplay,
  paintedField,
  pythonDaemonDirectory,
  systemPython,
  type PythonDaemon,
} from './python-daemon.ts';

const teardown = createTeardown();
let api: ApiClient;
let daemon: PythonDaemon;
let run: OperatorRun;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
  daemon = await pairPythonDaemon({ api, name: 'Grace’s desktop', teardown });
  run = await daemon.startRun();
});
afterAll(() => teardown.close());

describe('a daemon in another language', () => {
  it('holds the golden frames of the specification and its own rules', async () => {
    const args = ['-B', '-m', 'unittest', 'discover', '-s', pythonDaemonDirectory];
    await expect(runCommand(systemPython, args, process.env)).resolves.toBe('');
  });

  it('is paired and shown with what it says of itself', async () => {
    const device = await api.get(`/api/devices/${daemon.deviceId}`, deviceSchema);
    expect(device).toMatchObject({
      name: 'Grace’s desktop',
      status: 'connected',
      problem: null,
      desktop: {
        displays: [paintedDisplay],
        observe_ready: true,
        input_ready: true,
        default_working_directory: daemon.directory,
      },
    });
    expect(device.desktop?.available_methods).toContain('computer.click');
  });

  it('is offered our own version first and 0.1 beside it', () => {
    const [greeting] = daemon.record.all('initialize');
    expect(greeting).toMatchObject({ offered: ['0.100', '0.1'], client: { name: 'harness-ui' } });
  });

  it('has its folders listed', async () => {
    const folders = z.object({ entries: z.array(z.object({ name: z.string(), path: z.string() })) });
    const path = `/api/devices/${daemon.deviceId}/directories?path=${encodeURIComponent(daemon.directory)}`;
    expect(await api.get(path, folders)).toEqual({
      entries: [{ name: 'projects', path: `${daemon.directory}/projects` }],
    });
  });

  it('is described as it describes itself', async () => {
    const { result } = await run.call('computer_describe', {});
    expect(result).toMatchObject({ kind: 'description', observe_ready: true, input_ready: true });
  });

  it('is seen byte for byte, in as many pieces as it likes', async () => {
    const [image] = await daemon.record.during('image', () => run.observe());
    const { calls } = await run.transcript();
    const shown = calls.at(-1)?.result;
    if (shown?.kind !== 'observation') throw new Error('The transcript shows no observation.');
    const { sha256, size_bytes, width, height } = image ?? {};
    expect(shown).toMatchObject({
      width,
      height,
      attachment: { sha256, size_bytes, mime_type: 'image/png' },
    });
    expect(await run.imageOf(shown)).toHaveLength(size_bytes ?? 0);
  });
});

describe('each input', () => {
  const point = { x: 200, y: 150 };
  const start = { x: 10, y: 20 };
  const end = { x: 300, y: 220 };
  const cases: readonly { tool: string; given: object; asked: object; at?: object; to?: object }[] = [
    {
      tool: 'computer_click',
      given: { point, button: 'left' },
      asked: { point, button: 'left', count: 1 },
      at: [200, 150],
    },
    {
      tool: 'computer_click',
      given: { point, button: 'right', count: 2 },
      asked: { point, button: 'right', count: 2 },
      at: [200, 150],
    },
    { tool: 'computer_move', given: { point }, asked: { point }, at: [200, 150] },
    {
      tool: 'computer_drag',
      given: { start, end, button: 'middle', duration_ms: 120 },
      asked: { start, end, button: 'middle', duration_ms: 120 },
      at: [10, 20],
      to: [300, 220],
    },
    {
      tool: 'computer_scroll',
      given: { point, delta_x: -40, delta_y: 10_000, unit: 'pixels' },
      asked: { point, delta_x: -40, delta_y: 10_000, unit: 'pixels' },
      at: [200, 150],
    },
    {
      tool: 'computer_scroll',
      given: { point, delta_x: 0, delta_y: -3, unit: 'steps' },
      asked: { point, delta_x: 0, delta_y: -3, unit: 'steps' },
      at: [200, 150],
    },
  ];

  it.each(cases)('reaches the daemon once and as meant: $tool $given', async ({ tool, given, ...wanted }) => {
    const [image] = await daemon.record.during('image', () => run.observe());
    const { calls } = await run.transcript();
    const seen = calls.at(-1)?.result;
    const observation_id = seen?.kind === 'observation' ? seen.observation_id : '';
    const inputs = await daemon.record.during('input', async () => {
      const { result } = await run.call(tool, { observation_id, ...given });
      expect(result).toMatchObject({ kind: 'action', ok: true, effect: 'executed' });
    });
    const { asked, ...spots } = wanted;
    expect(inputs).toEqual([
      {
        method: tool.replace('_', '.'),
        operation_id: inputs[0]?.operation_id,
        params: { observation_id: image?.observation_id, ...asked },
        ...spots,
      },
    ]);
  });

  it.each([
    { tool: 'computer_press_keys', given: { keys: ['control', 'shift', 'page_up'] } },
    { tool: 'computer_type_text', given: { text: 'Zażółć 🦎\n"quoted" \\ \u2028 end' } },
  ])('needs no screenshot when it is from the keyboard: $tool', async ({ tool, given }) => {
    const inputs = await daemon.record.during('input', () => run.call(tool, given));
    expect(inputs).toMatchObject([{ method: `computer.${tool.replace('computer_', '')}`, params: given }]);
    expect(inputs).toHaveLength(1);
  });

  it('means the pixels of the image, also of a smaller one', async () => {
    const { result } = await run.call('computer_observe', { max_dimension: 480 });
    if (result?.kind !== 'observation') throw new Error(`No observation: ${JSON.stringify(result)}`);
    expect(result).toMatchObject({ width: 480, height: 300 });
    const { observation_id } = result;
    const [corner] = await daemon.record.during('input', () =>
      run.call('computer_move', { observation_id, point: { x: 479, y: 299 } }),
    );
    expect(corner).toMatchObject({ params: { point: { x: 479, y: 299 } }, at: [959, 599] });
    const outside = await daemon.record.during('input', async () => {
      const beyond = await run.call('computer_move', { observation_id, point: { x: 480, y: 0 } });
      expect(beyond.result).toMatchObject({ kind: 'error', code: 'invalid_params' });
    });
    expect(outside).toEqual([]);
  });

  it('is not sent again under the same call', async () => {
    const { observation_id } = await run.observe();
    const callId = randomUUID();
    const click = () =>
      run.call('computer_click', { observation_id, point: { x: 1, y: 1 }, button: 'left' }, callId);
    const inputs = await daemon.record.during('input', async () => {
      expect(await click()).toEqual(await click());
    });
    expect(inputs).toHaveLength(1);
  });

  it('changes what is seen next', async () => {
    const before = await run.observe();
    await run.call('computer_click', {
      observation_id: before.observation_id,
      point: { x: paintedField.x + 5, y: paintedField.y + 5 },
      button: 'left',
    });
    const changed = await changedPixels(await run.imageOf(before), await run.imageOf(await run.observe()));
    expect(changed.within(paintedField)).toBeGreaterThan(paintedField.width * paintedField.height * 0.9);
  });
});

describe('the Host', () => {
  it('keeps a session alive as often as the daemon asks', async () => {
    await daemon.restart('--idle-ms', '1200');
    const waiting = await daemon.startRun();
    const { observation_id } = await waiting.observe();
    const requests = () =>
      daemon.record.all('request').filter(({ method }) => method === 'session.keepalive').length;
    const expired = await daemon.record.during('session_expired', async () => {
      await expect.poll(requests, { timeout: 10_000 }).toBeGreaterThanOrEqual(5);
      const click = { observation_id, point: { x: 1, y: 1 }, button: 'left' };
      expect((await waiting.call('computer_click', click)).result).toMatchObject({ ok: true });
    });
    expect(expired).toEqual([]);
    await waiting.finish();
  });

  it('did nothing that the protocol does not allow', () => {
    expect(daemon.record.all('complaint')).toEqual([]);
  });
});
