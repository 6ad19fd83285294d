/** Names of the keys that can be pressed, as they stand on the wire. A character names the key that gives it. */
export const keyNames: readonly string[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz'),
  ...Array.from('0123456789'),
  ...Array.from("`-=[]\\;',./"),
  ...['enter', 'tab', 'space', 'backspace', 'escape', 'delete', 'meta', 'shift', 'alt', 'control'],
  ...['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', 'f10', 'f11', 'f12'],
  ...['home', 'end', 'page_up', 'page_down', 'left', 'right', 'up', 'down'],
];

export const maxChordLength = 8;

export const isLetter = (key: string): boolean => /^[a-z]$/.test(key);
/** Whether the key is named by the character that it gives. */
export const isCharacter = (key: string): boolean => key.length === 1;
export const isModifier = (key: string): boolean => ['meta', 'shift', 'alt', 'control'].includes(key);
