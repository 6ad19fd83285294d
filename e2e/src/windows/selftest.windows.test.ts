import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startDisposableDesktop } from '../harness/disposable-desktop.ts';
import type { Program } from '../harness/program.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startRecordingWindow, type RecordingWindow } from './recording-window.ts';
import {
  createWindowsDesktop,
  envdScript,
  startWindowsProgram,
  windowsPath,
  type WindowsDesktop,
} from './windows-program.ts';

const reportSchema = z.object({
  ok: z.boolean(),
  stopped: z.string().nullable(),
  platform: z.object({ system: z.literal('win32') }),
  readiness: z.array(z.object({ name: z.string(), ok: z.boolean() })),
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  not_offered: z.array(z.object({ name: z.string() })),
  not_run: z.array(z.string()),
});

const keepInFront = windowsPath('packages/native-input/src/testing/windows/programs/keep-in-front.ts');

const teardown = createTeardown();
let windows: WindowsDesktop;
let window: RecordingWindow;

beforeAll(async () => {
  windows = createWindowsDesktop(await startDisposableDesktop({ size: '1280x800', teardown }));
  window = await startRecordingWindow(windows, teardown);
});
afterAll(() => teardown.close());

const start = (script: string, ...args: readonly string[]): Promise<Program> =>
  startWindowsProgram({ windows, script, args, teardown });

const runSelfTest = async () => {
  const program = await start(envdScript, 'selftest', '--yes', '--json');
  const { code } = await program.exited;
  const report = reportSchema.parse(JSON.parse(program.output.join('\n')));
  expect(await window.keysDown()).toEqual([]);
  return { code, report, step: (wanted: string) => report.steps.find(({ name }) => name === wanted) };
};

describe('a13n-envd selftest on Windows', () => {
  it('passes, types into a text field of Windows, and touches no other program', async () => {
    const events = await window.during(async () => {
      const { code, report, step } = await runSelfTest();
      expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
      expect(report).toMatchObject({ ok: true, stopped: null, not_run: [] });
      expect(report.readiness.map(({ name }) => name)).toContain('input desktop');
      expect(report.not_offered.map(({ name }) => name)).toEqual(['scroll by pixels']);
      expect(step('text')?.detail).toContain('Grüße, 日本語 😀');
      expect(code).toBe(0);
    });
    expect(events.filter(({ type }) => type !== 'move')).toEqual([]);
  });

  it('leaves nothing pressed and no window after Ctrl+C in the middle of a drag', async () => {
    const program = await start(envdScript, 'selftest', '--yes', '--json');
    await program.line('errors', (line) => (line.includes('scroll:') ? line : undefined));
    program.kill('SIGINT');
    const { code } = await program.exited;
    expect(program.errors.join('\n')).toContain('drag: It was interrupted.');
    expect(program.errors.join('\n')).toContain('close: the window is gone');
    expect(code).toBe(130);
    expect(await window.keysDown()).toEqual([]);
  });

  it('sends nothing where another window is in front', async () => {
    const front = await start(keepInFront, 'HarnessRecordingWindow');
    await front.line('output', (line) => (line === 'in front' ? line : undefined));
    const events = await window.during(async () => {
      const { code, report } = await runSelfTest();
      expect(report.stopped).toContain('Nothing was sent, since another window is in front');
      expect(report.not_run).toContain('left click');
      expect(code).toBe(1);
    });
    expect(events).toEqual([]);
  });
});
