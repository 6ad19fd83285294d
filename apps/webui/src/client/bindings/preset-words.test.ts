import { expect, it } from 'vitest';
import type { DeviceDesktop } from '../../shared/devices.ts';
import { choiceWords, isServed } from './preset-words.ts';

const desktop = (...available_methods: string[]): DeviceDesktop => ({
  available_methods,
  displays: [],
  observe_ready: true,
  input_ready: true,
  scroll_units: [],
  default_working_directory: '/',
  path_style: 'posix',
});
const linux = desktop('computer.describe', 'computer.observe', 'computer.click', 'computer.press_keys');

it('promises only what the device serves', () => {
  expect(choiceWords('desktop-control', linux)).toBe(
    'List displays, take screenshots, click and press keys. Not served by this device: move the pointer, drag, scroll and type text.',
  );
  expect(choiceWords('files', linux)).toContain('serves no files or commands yet');
  expect(choiceWords('files', desktop('file.read_text'))).not.toContain('yet');
  expect(choiceWords('desktop-observe', desktop('file.stat'))).toContain('no computer use');
});

it('promises typing on a device that has it, as Windows does', () => {
  const actions = ['click', 'move', 'drag', 'scroll', 'press_keys', 'type_text'];
  const windows = desktop(...['describe', 'observe', ...actions].map((action) => `computer.${action}`));
  expect(choiceWords('desktop-control', windows)).toBe(
    'List displays, take screenshots, click, move the pointer, drag, scroll, type text and press keys.',
  );
});

it('promises nothing of a device that never connected', () => {
  expect(choiceWords('files', null)).toContain('as far as the device serves them');
  expect(choiceWords('desktop-control', null)).toContain('as far as the device serves that');
});

it('knows an action by the method that carries it', () => {
  expect(isServed('environment.computer.click', linux)).toBe(true);
  expect(isServed('environment.file.stat', linux)).toBe(false);
});
