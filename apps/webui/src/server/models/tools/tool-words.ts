import type { ComputerToolName } from '../../../shared/computer-tools.ts';

type ToolWords = { readonly tool: string; readonly fields: Readonly<Record<string, string>> };

const reference = 'The observation_id of the screenshot in which you see the place.';
const modifiers = 'Keys held meanwhile.';
const longestSide = 'Longest side of the image in pixels; leave it out for the usual size.';

/** What a model reads of each tool; the shapes come from the schemas themselves. */
export const toolWords: Readonly<Record<ComputerToolName, ToolWords>> = {
  computer_describe: {
    tool: 'Tells the displays of a desktop, their sizes, and whether it can be seen and used now. Shows no image.',
    fields: {},
  },
  computer_observe: {
    tool: 'Takes a screenshot of a desktop. Its answer names an observation_id, which every tool that points at a place needs. Observe again when the screen may have changed.',
    fields: {
      target_id: 'The display, as computer_describe names it; leave it out for the main one.',
      max_dimension: longestSide,
    },
  },
  computer_zoom: {
    tool: 'Takes a closer look at a part of a screenshot: the part is captured anew at a higher resolution. Its answer names an observation_id of its own, whose points are points of the closer image.',
    fields: {
      observation_id: 'The observation_id of the screenshot that holds the part.',
      region: 'The part, in that screenshot.',
      max_dimension: longestSide,
    },
  },
  computer_click: {
    tool: 'Clicks a mouse button at a point of a screenshot.',
    fields: {
      observation_id: reference,
      point: 'Where to click.',
      count: '2 for a double click, 3 for a triple click.',
      modifiers,
    },
  },
  computer_move: {
    tool: 'Moves the pointer to a point of a screenshot without clicking.',
    fields: { observation_id: reference, point: 'Where to move.', modifiers },
  },
  computer_drag: {
    tool: 'Presses a mouse button at one point of a screenshot, moves to another and releases it there.',
    fields: {
      observation_id: reference,
      start: 'Where to press.',
      end: 'Where to release.',
      duration_ms: 'How long the movement takes; longer is surer.',
      modifiers,
    },
  },
  computer_scroll: {
    tool: 'Scrolls at a point of a screenshot. Positive delta_y shows what is further down, positive delta_x what is further right.',
    fields: {
      observation_id: reference,
      point: 'Where the pointer is meanwhile.',
      delta_x: 'How far to the right; 0 for not at all.',
      delta_y: 'How far down; negative for up; 0 for not at all.',
      unit: 'steps (of a mouse wheel) where the desktop takes them, else pixels; computer_describe tells which.',
      modifiers,
    },
  },
  computer_type_text: {
    tool: 'Types text where the keyboard focus is. Click into the field first. A line break is the enter key.',
    fields: { text: 'The text, exactly as it is to appear.' },
  },
  computer_press_keys: {
    tool: 'Presses keys together, as in ["control", "s"], or one key, as in ["enter"].',
    fields: {
      keys: 'Key names: a to z, 0 to 9, f1 to f12, enter, tab, space, backspace, escape, delete, home, end, page_up, page_down, left, right, up, down, meta, shift, alt, control, and the unshifted signs of a US keyboard. Modifiers come first.',
      hold_ms: 'How long they are held; leave it out for a short press.',
    },
  },
};
