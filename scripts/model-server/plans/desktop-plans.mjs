import {
  centreOf,
  clickField,
  clickTarget,
  describe,
  dragOnCanvas,
  notFound,
  observe,
  pointed,
  pressKeys,
  report,
  scrollList,
} from '../actions.mjs';
import { inSteps } from '../steps.mjs';

const longDragMs = 3_000;
const referencesKept = 16;

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

  /** Several calls in one step; with `batch-failing` the second is refused, so the third must not happen. */
  batch: inSteps([observe, (seen) => batched(seen, ['k']), observe, report]),
  'batch-failing': inSteps([observe, (seen) => batched(seen, ['no-such-key']), report]),

  /** Points at its first screenshot after that was given up, then goes on with what it is given. */
  stale: inSteps([...repeated(referencesKept + 1, observe), clickOldest, report]),
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

/** Its first reference, unless that was refused already. @param {import('../steps.mjs').Seen} seen */
function clickOldest(seen) {
  const wasRefused = seen.turns.at(-1)?.calls.some(({ ok }) => !ok) ?? false;
  if (wasRefused) return clickTarget(seen);
  const oldest = /\bobs-[0-9a-f]{8}\b/.exec(seen.turns[0]?.calls[0]?.answer ?? '')?.[0];
  return clickTarget({ ...seen, observationId: oldest ?? seen.observationId });
}

/** @param {import('../steps.mjs').Seen} seen @param {string[]} keys @returns {import('../steps.mjs').Reply} */
function batched(seen, keys) {
  const { target, field } = seen.screen ?? {};
  if (target === undefined || field === undefined) return notFound(seen, 'an area to click and a text field');
  return {
    text: 'Three things at once.',
    calls: [
      pointed(seen, 'computer_click', { point: centreOf(field), button: 'left' }),
      { name: 'computer_press_keys', arguments: { keys } },
      pointed(seen, 'computer_click', { point: centreOf(target), button: 'left' }),
    ],
  };
}

/** @template T @param {number} count @param {T} step @returns {T[]} */
function repeated(count, step) {
  return Array.from({ length: count }, () => step);
}
