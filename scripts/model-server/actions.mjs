/**
 * What a scripted model does with the desktop. Every point comes from the screenshot that it received; where it does
 * not find what it looks for, it says so and ends its turn.
 *
 * @typedef {import('./steps.mjs').Seen} Seen
 * @typedef {import('./steps.mjs').Reply} Reply
 * @typedef {import('./screen.mjs').Area} Area
 */

/** @returns {Reply} */
export const describe = () => ({
  text: 'I begin by asking what this desktop is.',
  calls: [{ name: 'computer_describe', arguments: {} }],
});

/** @returns {Reply} */
export const observe = () => ({
  text: 'I look at the screen.',
  calls: [{ name: 'computer_observe', arguments: {} }],
});

/** @param {Seen} seen @returns {Reply} */
export function clickTarget(seen) {
  const target = seen.screen?.target;
  if (target === undefined) return notFound(seen, 'a red or green area to click');
  const point = centreOf(target);
  return {
    text: `I see a **${target.colour}** area of ${target.width} × ${target.height} pixels and click its middle.`,
    calls: [pointed(seen, 'computer_click', { point, button: 'left' })],
  };
}

/** @param {Seen} seen @returns {Reply} */
export function clickField(seen) {
  const field = seen.screen?.field;
  if (field === undefined) return notFound(seen, 'a text field');
  return {
    text: 'There is a text field. I click into it, so that it gets the keys.',
    calls: [pointed(seen, 'computer_click', { point: centreOf(field), button: 'left' })],
  };
}

/** @param {readonly string[]} keys */
export const pressKeys = (keys) => () => ({
  text: `I press \`${keys.join('+')}\`.`,
  calls: [{ name: 'computer_press_keys', arguments: { keys } }],
});

/** @param {import('./conversation.mjs').Conversation} conversation @returns {Reply} */
export function typeQuoted({ prompt }) {
  const text = /“(.+?)”/.exec(prompt)?.[1];
  if (text === undefined) return { text: 'I do not see which words I am to type.' };
  return { text: 'I type these words.', calls: [{ name: 'computer_type_text', arguments: { text } }] };
}

/** @param {Seen} seen @returns {Reply} */
export function scrollList(seen) {
  const list = seen.screen?.list;
  if (list === undefined) return notFound(seen, 'a list');
  return scrolled(seen, list, 'The list goes on below. I scroll it three steps down.');
}

/** @param {Seen} seen @returns {Reply} */
export function scrollTarget(seen) {
  const target = seen.screen?.target;
  if (target === undefined) return notFound(seen, 'a red or green area to scroll on');
  return scrolled(seen, target, 'I scroll three steps down on the coloured area.');
}

/** @param {number} durationMs */
export const dragOnCanvas = (durationMs) => (/** @type {Seen} */ seen) => {
  const canvas = seen.screen?.canvas;
  if (canvas === undefined) return notFound(seen, 'a white surface to draw on');
  return dragged(seen, canvas, { durationMs, text: 'I draw a line on the white surface.' });
};

/** @param {number} durationMs */
export const dragOnTarget = (durationMs) => (/** @type {Seen} */ seen) => {
  const target = seen.screen?.target;
  if (target === undefined) return notFound(seen, 'a red or green area to drag on');
  return dragged(seen, target, { durationMs, text: 'I drag across the coloured area.' });
};

/** @param {Seen} seen @returns {Reply} */
export function clickCanvas(seen) {
  const canvas = seen.screen?.canvas;
  if (canvas === undefined) return notFound(seen, 'a white surface to write on');
  return {
    text: 'I click on the white surface, so that it gets the keys.',
    calls: [pointed(seen, 'computer_click', { point: centreOf(canvas), button: 'left' })],
  };
}

/** @param {Seen} seen @param {Area} area @param {string} text @returns {Reply} */
function scrolled(seen, area, text) {
  const wheel = { delta_x: 0, delta_y: 3, unit: 'steps' };
  return { text, calls: [pointed(seen, 'computer_scroll', { point: centreOf(area), ...wheel })] };
}

/** @param {Seen} seen @param {Area} area @param {{ durationMs: number, text: string }} how @returns {Reply} */
function dragged(seen, area, { durationMs, text }) {
  /** @param {number} across @param {number} down */
  const at = (across, down) => ({
    x: area.x + Math.round(area.width * across),
    y: area.y + Math.round(area.height * down),
  });
  const path = { start: at(0.2, 0.25), end: at(0.7, 0.75) };
  return {
    text,
    calls: [pointed(seen, 'computer_drag', { ...path, button: 'left', duration_ms: durationMs })],
  };
}

/** What the last screenshot shows, compared with the first. @param {Seen} seen @returns {Reply} */
export function report({ screen, firstScreen }) {
  const before = firstScreen?.target?.colour;
  const after = screen?.target?.colour;
  if (screen === undefined || after === undefined) return { text: 'I see no coloured area any more.' };
  const size = `${screen.width} × ${screen.height}`;
  if (before === after) return { text: `The area is still **${after}** on a screenshot of ${size} pixels.` };
  return {
    text: `Done: the area was **${before}** and is **${after}** now, on a screenshot of ${size} pixels.`,
  };
}

/** @param {Seen} seen @param {string} name @param {Record<string, unknown>} args */
export const pointed = ({ observationId }, name, args) => ({
  name,
  arguments: { observation_id: observationId, ...args },
});

/** @param {Area} area */
const centreOf = ({ x, y, width, height }) => ({
  x: x + Math.floor(width / 2),
  y: y + Math.floor(height / 2),
});

/** @param {Seen} seen @param {string} wanted @returns {Reply} */
export function notFound({ screen }, wanted) {
  const seen = screen === undefined ? 'I have no screenshot' : `on ${screen.width} × ${screen.height} pixels`;
  return { text: `I do not find ${wanted}: ${seen}.` };
}
