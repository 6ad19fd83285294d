import { expect, it } from 'vitest';
import { presets, type EnvironmentConfiguration, type Operation } from '../../shared/bindings.ts';
import { ceilingWords } from './ceiling-words.ts';

const deviceNames = new Map([['device-a', 'Ada’s laptop']]);
const none: EnvironmentConfiguration = { environment_bindings: [], default_environment: null };
const bound = (operations: readonly Operation[], change = {}): EnvironmentConfiguration => ({
  environment_bindings: [
    {
      device_id: 'device-a',
      alias: 'desktop',
      working_directory: '/home/ada',
      permission_ceiling: { operations: [...operations] },
      ...change,
    },
  ],
  default_environment: 'desktop',
});
const observe = ['environment.computer.describe', 'environment.computer.observe'] as const;
const click = 'environment.computer.click';

type Case = [name: string, change: [EnvironmentConfiguration, EnvironmentConfiguration], words: string];

it.each<Case>([
  ['nothing', [bound(observe), bound(observe)], ''],
  [
    'a preset',
    [none, bound(presets[2].operations)],
    'Added “desktop” on “Ada’s laptop” in /home/ada: Desktop observation and control. The default is “desktop”.',
  ],
  [
    'no actions',
    [none, bound([])],
    'Added “desktop” on “Ada’s laptop” in /home/ada: no actions. The default is “desktop”.',
  ],
  ['more', [bound(observe), bound([...observe, click])], '“desktop” may now also: computer.click.'],
  [
    'less',
    [bound([...observe, click]), bound([click])],
    '“desktop” may no longer: computer.describe, computer.observe.',
  ],
  ['another order', [bound([click, ...observe]), bound([...observe, click])], ''],
  [
    'another device',
    [bound(observe), bound(observe, { device_id: 'device-b' })],
    '“desktop” is now “device-b” in /home/ada.',
  ],
  ['gone', [bound(observe), none], 'Removed “desktop”.'],
])('says what changed: %s', (_name, [before, after], words) => {
  expect(ceilingWords({ before, after, deviceNames })).toBe(words);
});
