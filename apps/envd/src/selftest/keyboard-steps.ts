import { lampColorOf, testPicture } from '@harness-desktop/native-input';
import type { TestWindowEvent } from '@harness-desktop/native-input';
import { requireLamp } from './picture-steps.ts';
import { eventsText, requireEvents, requireSoon, sendInput, StepFailure } from './stage.ts';
import type { Stage } from './stage.ts';

/**
 * The first by its letter in the layout in use, the second by a key that needs its extended code on Windows. No system
 * has a meaning of its own for them, as macOS has for Control with an arrow.
 */
const chords = [
  ['control', 'a'],
  ['shift', 'left'],
] as const;

const sampleText = 'Grüße, 日本語 😀';

const chordEvents = (keys: readonly string[]): readonly TestWindowEvent[] => [
  ...keys.map((key) => ({ kind: 'key_down', key }) as const),
  ...keys.toReversed().map((key) => ({ kind: 'key_up', key }) as const),
];

export const chord = async (stage: Stage): Promise<string> => {
  const { desktop, signal } = stage;
  for (const keys of chords) {
    const expected = chordEvents(keys);
    await sendInput(stage, {
      points: [],
      keyboard: true,
      send: () => desktop.keyboard.pressChord({ keys, holdMs: 0 }, signal),
    });
    await requireEvents(stage, expected);
    const color = lampColorOf({ kind: 'key_down', key: '' });
    if (color) await requireLamp(stage, color);
  }
  return eventsText(chords.flatMap(chordEvents));
};

/** Types into the text field of the window and reads back what it holds. */
export const text = async (stage: Stage): Promise<string> => {
  const { desktop, layoutId, signal, window } = stage;
  const { readText } = window;
  if (!readText) throw new StepFailure('The test window has no text field.');
  const { x, y, width, height } = testPicture.textField;
  const point = {
    x: window.area.x + x + Math.floor(width / 2),
    y: window.area.y + y + Math.floor(height / 2),
  };
  await sendInput(stage, {
    points: [point],
    send: () => desktop.pointer.click({ layoutId, modifiers: [], point, button: 'left', count: 1 }, signal),
  });
  await sendInput(stage, {
    points: [point],
    keyboard: true,
    send: () => desktop.keyboard.typeText(sampleText, signal),
  });
  await requireSoon(stage, async () => {
    const held = await readText();
    return held === sampleText
      ? undefined
      : `The text field should hold ${JSON.stringify(sampleText)}; it holds ${JSON.stringify(held)}.`;
  });
  return `the text field holds ${sampleText}`;
};
