import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startDaemon } from '../harness/daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { startProgram, type Program } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';

const stepSchema = z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), ms: z.number() });
const reportSchema = z.strictObject({
  report_version: z.literal(1),
  ok: z.boolean(),
  stopped: z.string().nullable(),
  started_at: z.iso.datetime(),
  ms: z.number(),
  versions: z.object({ a13n_envd: z.string(), node: z.string() }),
  platform: z.object({ system: z.literal('linux'), release: z.string(), arch: z.string() }),
  readiness: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  monitors: z.array(z.object({ name: z.string(), primary: z.boolean(), area: z.object({}) })),
  steps: z.array(stepSchema),
  not_offered: z.array(z.object({ name: z.string(), detail: z.string() })),
  not_run: z.array(z.string()),
});

const inputSteps = [
  ...['move', 'left click', 'right click', 'double click', 'scroll'],
  ...['drag', 'cancelled drag', 'chord'],
];

const suite = createTeardown();
let desktop: DisposableDesktop;
let teardown: Teardown;

beforeAll(async () => {
  desktop = await startDisposableDesktop({ teardown: suite, size: '1280x720' });
  await desktop.run('xdotool', 'mousemove', '30', '40');
});
afterAll(() => suite.close());
beforeEach(() => {
  teardown = createTeardown();
});
afterEach(() => teardown.close());

const startSelfTest = (...flags: readonly string[]): Promise<Program> =>
  startDaemon({ args: ['selftest', ...flags], environment: desktop.environment, teardown });

/** What it found, once it has proved to leave the desktop as it was. */
const runSelfTest = async () => {
  const before = await readXState(desktop);
  const program = await startSelfTest('--yes', '--json');
  const { code } = await program.exited;
  const report = reportSchema.parse(JSON.parse(program.output.join('\n')));
  expect(await readXState(desktop)).toEqual(before);
  await expectNoWindow();
  return { code, report, step: (wanted: string) => report.steps.find(({ name }) => name === wanted) };
};

const expectNoWindow = async (): Promise<void> => {
  const windows = desktop.run('xdotool', 'search', '--onlyvisible', '--name', 'self-test');
  await expect(windows).rejects.toMatchObject({ code: 1 });
};

const startObstacle = async (...args: readonly string[]): Promise<Program> => {
  const program = await startProgram({
    command: '/usr/bin/python3',
    args: [repositoryPath('e2e/src/core/selftest-obstacle.py'), ...args],
    environment: desktop.environment,
    teardown,
  });
  await program.line('output', (line) => (line === 'ready' ? line : undefined));
  return program;
};

describe('a13n-envd selftest', () => {
  it('passes on a desktop that works, and says what this platform does not offer', async () => {
    const { code, report } = await runSelfTest();
    expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(report).toMatchObject({ ok: true, stopped: null, not_run: [] });
    expect(report.steps.map(({ name }) => name)).toEqual([
      ...['connect', 'describe', 'window', 'capture'],
      ...inputSteps,
      ...['pointer', 'close'],
    ]);
    expect(report.not_offered.map(({ name }) => name)).toEqual(['text', 'scroll by pixels']);
    expect(code).toBe(0);
  });

  it('prints a table for people', async () => {
    const program = await startSelfTest('--yes');
    expect(await program.exited).toMatchObject({ code: 0 });
    expect(program.output.at(-1)).toBe('This desktop passed.');
    expect(program.output).toContainEqual(expect.stringMatching(/^ok +drag +\d+ motions/));
    expect(program.errors).toContainEqual(expect.stringMatching(/^ok +drag: /));
  });

  it('stops before the first click that another window would get', async () => {
    const cover = await startObstacle('cover', '600,360,80,110');
    const { code, report, step } = await runSelfTest();
    expect(step('left click')).toMatchObject({ ok: false });
    expect(report.stopped).toContain('Nothing was sent, since another window is in front');
    expect(report.not_run).toEqual(inputSteps.slice(2));
    expect(code).toBe(1);
    expect(cover.output).toEqual(['ready']);
  });

  it('fails when keys do not arrive', async () => {
    await startObstacle('keyboard');
    const { code, report, step } = await runSelfTest();
    expect(step('cancelled drag')).toMatchObject({ ok: true });
    expect(step('chord')?.detail).toContain('it received nothing');
    expect(report.ok).toBe(false);
    expect(code).toBe(1);
  });

  it('leaves nothing pressed and no window after Ctrl+C in the middle of a drag', async () => {
    const before = await readXState(desktop);
    const program = await startSelfTest('--yes', '--json');
    await program.line('errors', (line) => (line.includes('scroll:') ? line : undefined));
    program.kill('SIGINT');
    expect(await program.exited).toMatchObject({ code: 130 });
    expect(program.errors.join('\n')).toContain('FAIL  drag: It was interrupted.');
    expect(await readXState(desktop)).toEqual(before);
    await expectNoWindow();
  });

  it('takes no pointer unless a person or a flag says so', async () => {
    const program = await startSelfTest('--json');
    expect(await program.exited).toMatchObject({ code: 2 });
    expect(program.errors.join('\n')).toContain('--yes');
    expect(program.output).toEqual([]);
  });
});
