/** Every key a chord may name; the wire, the model's tools and the desktop use the same words. */
export const keyNames = [
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'],
  ...['n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'],
  ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  ...['`', '-', '=', '[', ']', '\\', ';', "'", ',', '.', '/'],
  ...['enter', 'tab', 'space', 'backspace', 'escape', 'delete'],
  ...['meta', 'shift', 'alt', 'control'],
  ...['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', 'f10', 'f11', 'f12'],
  ...['home', 'end', 'page_up', 'page_down', 'left', 'right', 'up', 'down'],
] as const;

export type KeyName = (typeof keyNames)[number];
