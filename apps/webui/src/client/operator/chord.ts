const namedKeys = [
  'enter',
  'tab',
  'space',
  'backspace',
  'escape',
  'delete',
  'meta',
  'shift',
  'alt',
  'control',
  'home',
  'end',
  'page_up',
  'page_down',
  'left',
  'right',
  'up',
  'down',
  ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
];
const printableKeys = "abcdefghijklmnopqrstuvwxyz0123456789`-=[]\\;',./";
const known = new Set([...namedKeys, ...Array.from(printableKeys)]);

/** What people write for the same key. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['ctrl', 'control'],
  ['ctl', 'control'],
  ['cmd', 'meta'],
  ['command', 'meta'],
  ['super', 'meta'],
  ['win', 'meta'],
  ['windows', 'meta'],
  ['option', 'alt'],
  ['opt', 'alt'],
  ['return', 'enter'],
  ['esc', 'escape'],
  ['del', 'delete'],
  ['pageup', 'page_up'],
  ['pgup', 'page_up'],
  ['pagedown', 'page_down'],
  ['pgdn', 'page_down'],
  ['arrowleft', 'left'],
  ['arrowright', 'right'],
  ['arrowup', 'up'],
  ['arrowdown', 'down'],
]);

const mostKeys = 8;

export type ChordReading =
  { readonly ok: true; readonly keys: readonly string[] } | { readonly ok: false; readonly message: string };

/** Reads `control+shift+c`: keys held together, in order, joined by `+` or spaces. */
export function readChord(text: string): ChordReading {
  const parts = text
    .toLowerCase()
    .split(/[+\s]+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return { ok: false, message: 'Write keys such as control+c or enter.' };
  const keys = parts.map((part) => otherNames.get(part) ?? part);
  const unknown = keys.find((key) => !known.has(key));
  if (unknown !== undefined) return { ok: false, message: unknownKey(unknown) };
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined) return { ok: false, message: `“${repeated}” is named twice.` };
  if (keys.length > mostKeys) return { ok: false, message: `At most ${mostKeys} keys are pressed together.` };
  return { ok: true, keys };
}

function writeChord(keys: readonly string[]): string {
  return keys.join('+');
}

/** Puts a modifier before the other keys, or takes it away. */
export function toggleModifier(text: string, modifier: string): string {
  const keys = text.split('+').filter((key) => key.trim() !== '');
  const next = keys.includes(modifier) ? keys.filter((key) => key !== modifier) : [modifier, ...keys];
  return next.length === 0 ? '' : `${writeChord(next)}${next.every(isModifier) ? '+' : ''}`;
}

function isModifier(key: string): boolean {
  return ['control', 'shift', 'alt', 'meta'].includes(key);
}

function unknownKey(key: string): string {
  if (key.length > 1 && Array.from(key).every((letter) => known.has(letter))) {
    return `“${key}” is no key. Press keys one after another, or join them with +.`;
  }
  return `“${key}” is no key. Letters, digits, f1–f12 and names such as page_up are.`;
}
