import { keyNames } from '@harness-desktop/eip-protocol';
import { describe, expect, it } from 'vitest';
import { chordsOf } from './xdotool-keys.ts';

describe('key names of xdotool', () => {
  it.each([
    ['Return', [['enter']]],
    ['ctrl+s', [['control', 's']]],
    ['Ctrl+Shift+T', [['control', 'shift', 't']]],
    ['alt+Tab', [['alt', 'tab']]],
    ['super', [['meta']]],
    ['cmd+space', [['meta', 'space']]],
    ['Page_Down', [['page_down']]],
    ['KP_0', [['0']]],
    ['BackSpace', [['backspace']]],
    ['F5', [['f5']]],
    ['A', [['shift', 'a']]],
    ['?', [['shift', '/']]],
    ['ctrl++', [['control', 'shift', '=']]],
    ['+', [['shift', '=']]],
    ['ctrl+minus', [['control', '-']]],
    ['Down Down Return', [['down'], ['down'], ['enter']]],
    [' ', [['space']]],
  ])('%s', (text, chords) => {
    expect(chordsOf(text)).toEqual({ chords });
  });

  it('include every name of our own', () => {
    for (const name of keyNames) expect(chordsOf(name)).toEqual({ chords: [[name]] });
  });

  it('name what is no key', () => {
    expect(chordsOf('ctrl+Insert')).toEqual({ unknown: 'Insert' });
    expect(chordsOf('XF86AudioMute')).toEqual({ unknown: 'XF86AudioMute' });
    expect(chordsOf('constructor')).toEqual({ unknown: 'constructor' });
  });
});
