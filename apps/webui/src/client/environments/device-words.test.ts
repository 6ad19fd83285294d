import { expect, it } from 'vitest';
import type { DeviceDesktop } from '../../shared/devices.ts';
import { describeReadiness, describeServices, servesDesktop } from './device-words.ts';

const desktop = (methods: readonly string[], observe = true, input = true): DeviceDesktop => ({
  available_methods: [...methods],
  displays: [],
  observe_ready: observe,
  input_ready: input,
  scroll_units: [],
  default_working_directory: '/home/ada',
  path_style: 'posix',
});

it('names what a device serves', () => {
  const methods = [
    'device.describe',
    'directory.list',
    'computer.observe',
    'computer.click',
    'computer.press_keys',
  ];
  expect(describeServices(desktop(methods))).toEqual(['See the desktop', 'Pointer', 'Keys']);
  expect(servesDesktop(desktop(['file.stat']))).toBe(false);
});

it('tells readiness to observe and to act apart', () => {
  const methods = ['computer.observe'];
  expect(describeReadiness(desktop(methods)).label).toBe('Ready to observe and act');
  expect(describeReadiness(desktop(methods, true, false)).label).toBe('Ready to observe, not to act');
  expect(describeReadiness(desktop(methods, false, false)).tone).toBe('danger');
  expect(describeReadiness(desktop([])).label).toBe('Computer use is off');
});
