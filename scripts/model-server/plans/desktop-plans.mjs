import {
  clickCanvas,
  clickField,
  clickTarget,
  describe,
  dragOnCanvas,
  dragOnTarget,
  notFound,
  observe,
  pointed,
  pressKeys,
  report,
  scrollList,
  scrollTarget,
  typeQuoted,
} from '../actions.mjs';
import { inSteps } from '../steps.mjs';

const longDragMs = 3_000;
const clickOnce = inSteps([observe, clickTarget, observe, report]);

/** The plans that work on a desktop, by the name of the model. */
export const desktopPlans = {
  'demo-clicker': inSteps([describe, observe, clickTarget, observe, report]),

  'full-tour': inSteps([
    thinkFirst,
    observe,
    clickTarget,
    clickField,
    pressKeys(['k']),
    pressKeys(['control', 'e']),
    scrollList,
    dragOnCanvas(500),
    observe,
    report,
  ]),

  /** Everything on the coloured area, then the quoted words in place of what stands on the white one. */
  writer: inSteps([
    observe,
    clickTarget,
    dragOnTarget(500),
    scrollTarget,
    clickCanvas,
    pressKeys(['x']),
    pressKeys(['control', 'a']),
    typeQuoted,
    observe,
    report,
  ]),

  /** Types the quoted words where it clicked. */
  clerk: inSteps([observe, clickTarget, typeQuoted, observe, report]),

  /** Holds the button for three seconds, again and again. */
  'long-drag': inSteps([observe, ...repeated(10, dragOnCanvas(longDragMs)), report]),

  /** Looks for as long as it is let. */
  'never-ends': inSteps([...repeated(1_000, observe), report]),

  /** Clicks where nothing answers, the same again and again. */
  repeater: inSteps([
    observe,
    ...repeated(4, () => [clickCorner, observe]).flatMap((pair) => pair()),
    report,
  ]),

  /** Means to type what stands between quotation marks in its prompt, also where it was given no tool for it. */
  typist: async (conversation) =>
    conversation.turns.length === 2 ? typeQuoted(conversation) : clickOnce(conversation),
};

/** @returns {import('../steps.mjs').Reply} */
function thinkFirst() {
  return {
    reasoning: 'First what the desktop is, then a picture, then one action at a time.',
    ...describe(),
  };
}

/** @param {import('../steps.mjs').Seen} seen @returns {import('../steps.mjs').Reply} */
function clickCorner(seen) {
  if (seen.screen === undefined) return notFound(seen, 'a corner');
  const point = { x: seen.screen.width - 3, y: seen.screen.height - 3 };
  return {
    text: 'I click into the corner.',
    calls: [pointed(seen, 'computer_click', { point, button: 'left' })],
  };
}

/** @template T @param {number} count @param {T} step @returns {T[]} */
function repeated(count, step) {
  return Array.from({ length: count }, () => step);
}
