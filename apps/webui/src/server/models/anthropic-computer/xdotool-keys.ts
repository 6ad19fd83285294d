import { keyNames, type KeyName } from '@harness-desktop/eip-protocol';

export type Chords = { readonly chords: readonly (readonly KeyName[])[] } | { readonly unknown: string };

/** Names that xdotool and X11 have for our keys, lower case. */
const keysByName = new Map<string, KeyName>([
  ...rows('enter', 'return', 'kp_enter', 'linefeed'),
  ...rows('space', 'spacebar'),
  ...rows('backspace', 'back_space'),
  ...rows('escape', 'esc'),
  ...rows('delete', 'del', 'kp_delete'),
  ...rows('control', 'ctrl', 'control_l', 'control_r', 'ctrl_l', 'ctrl_r'),
  ...rows('shift', 'shift_l', 'shift_r'),
  ...rows('alt', 'alt_l', 'alt_r', 'option', 'opt'),
  ...rows(
    'meta',
    'meta_l',
    'meta_r',
    'super',
    'super_l',
    'super_r',
    'cmd',
    'command',
    'win',
    'windows',
    'hyper',
  ),
  ...rows('page_up', 'pageup', 'pgup', 'prior', 'kp_prior', 'kp_page_up'),
  ...rows('page_down', 'pagedown', 'pgdn', 'pgdown', 'next', 'kp_next', 'kp_page_down'),
  ...rows('home', 'kp_home'),
  ...rows('end', 'kp_end'),
  ...rows('left', 'arrowleft', 'left_arrow', 'kp_left'),
  ...rows('right', 'arrowright', 'right_arrow', 'kp_right'),
  ...rows('up', 'arrowup', 'up_arrow', 'kp_up'),
  ...rows('down', 'arrowdown', 'down_arrow', 'kp_down'),
  ...rows('`', 'grave', 'quoteleft', 'backtick'),
  ...rows('-', 'minus', 'kp_subtract', 'hyphen'),
  ...rows('=', 'equal', 'equals', 'kp_equal'),
  ...rows('[', 'bracketleft'),
  ...rows(']', 'bracketright'),
  ...rows('\\', 'backslash'),
  ...rows(';', 'semicolon'),
  ...rows("'", 'apostrophe', 'quoteright'),
  ...rows(',', 'comma'),
  ...rows('.', 'period', 'dot', 'kp_decimal'),
  ...rows('/', 'slash', 'kp_divide'),
  ...rows('0', 'kp_0'),
  ...rows('1', 'kp_1'),
  ...rows('2', 'kp_2'),
  ...rows('3', 'kp_3'),
  ...rows('4', 'kp_4'),
  ...rows('5', 'kp_5'),
  ...rows('6', 'kp_6'),
  ...rows('7', 'kp_7'),
  ...rows('8', 'kp_8'),
  ...rows('9', 'kp_9'),
]);

/** Signs that a US keyboard has on the shifted side of a key. */
const shifted = new Map<string, KeyName>([
  ...rows('=', '+', 'plus', 'kp_add'),
  ...rows('-', '_', 'underscore'),
  ...rows('1', '!', 'exclam'),
  ...rows('2', '@', 'at'),
  ...rows('3', '#', 'numbersign'),
  ...rows('4', '$', 'dollar'),
  ...rows('5', '%', 'percent'),
  ...rows('6', '^', 'asciicircum'),
  ...rows('7', '&', 'ampersand'),
  ...rows('8', '*', 'asterisk', 'kp_multiply'),
  ...rows('9', '(', 'parenleft'),
  ...rows('0', ')', 'parenright'),
  ...rows('`', '~', 'asciitilde'),
  ...rows('[', '{', 'braceleft'),
  ...rows(']', '}', 'braceright'),
  ...rows('\\', '|', 'bar'),
  ...rows(';', ':', 'colon'),
  ...rows("'", '"', 'quotedbl'),
  ...rows(',', '<', 'less'),
  ...rows('.', '>', 'greater'),
  ...rows('/', '?', 'question'),
]);

/** What `xdotool key` would press: chords such as `ctrl+s`, one after another where spaces part them. */
export function chordsOf(text: string): Chords {
  const words = text.trim() === '' && text !== '' ? ['space'] : text.trim().split(/\s+/).filter(Boolean);
  const chords = [];
  for (const word of words) {
    const keys = keysOf(word);
    if (typeof keys === 'string') return { unknown: keys };
    chords.push(keys);
  }
  return { chords };
}

/** The keys of one chord, or the part that is no key. */
function keysOf(word: string): readonly KeyName[] | string {
  // A plus at the end is the key itself: `ctrl++`.
  const parts = word === '+' ? ['+'] : word.replace(/\+\+$/, '+plus').split('+');
  const keys: KeyName[] = [];
  for (const part of parts) {
    const found = keyOf(part, parts.length === 1);
    if (found === undefined) return part;
    for (const key of found) if (!keys.includes(key)) keys.push(key);
  }
  return keys;
}

/** With other keys a capital letter is only how chords are written: `Ctrl+S` holds no shift. */
function keyOf(part: string, isAlone: boolean): readonly KeyName[] | undefined {
  const name = part.toLowerCase();
  const own = keyNames.find((key) => key === name) ?? keysByName.get(name);
  if (own !== undefined) return isAlone && /^[A-Z]$/.test(part) ? ['shift', own] : [own];
  const base = shifted.get(name);
  return base === undefined ? undefined : ['shift', base];
}

function rows(key: KeyName, ...names: readonly string[]): [string, KeyName][] {
  return names.map((name) => [name, key]);
}
