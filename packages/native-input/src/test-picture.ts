import type { DeviceArea } from './desktop.ts';
import type { TestWindowEvent } from './test-window.ts';

export type Color = readonly [red: number, green: number, blue: number];
type Patch = { readonly area: DeviceArea; readonly color: Color };

/** What the test window shows. Places count from the top left corner of its inside. */
export type TestPicture = {
  readonly width: number;
  readonly height: number;
  readonly background: Color;
  /** At the four corners. No two have the same colours in any order of their channels. */
  readonly patches: readonly Patch[];
  /** Shows the last input that arrived; see {@link lampColorOf}. */
  readonly lamp: DeviceArea;
  /** Where the text field is, on desktops that type text. */
  readonly textField: DeviceArea;
  /** Free for input of all kinds. */
  readonly inputField: DeviceArea;
};

export const testPicture: TestPicture = {
  width: 480,
  height: 320,
  background: [224, 232, 240],
  patches: [
    { area: { x: 8, y: 8, width: 24, height: 24 }, color: [200, 40, 96] },
    { area: { x: 448, y: 8, width: 24, height: 24 }, color: [48, 160, 72] },
    { area: { x: 8, y: 288, width: 24, height: 24 }, color: [32, 80, 208] },
    { area: { x: 448, y: 288, width: 24, height: 24 }, color: [240, 184, 16] },
  ],
  lamp: { x: 228, y: 8, width: 24, height: 24 },
  textField: { x: 48, y: 48, width: 384, height: 72 },
  inputField: { x: 48, y: 136, width: 384, height: 136 },
};

export const idleLamp: Color = [128, 128, 128];

const buttonColors: Readonly<Record<string, Color>> = { left: [208, 56, 24], right: [24, 56, 208] };
const otherButton: Color = [104, 72, 40];
const wheelColors = {
  wheel_up: [0, 128, 128],
  wheel_down: [32, 192, 32],
  wheel_left: [128, 0, 64],
  wheel_right: [80, 104, 0],
} as const satisfies Readonly<Record<string, Color>>;

/** The colour of the lamp after an event; undefined for those that leave it as it was. */
export const lampColorOf = (event: TestWindowEvent): Color | undefined => {
  switch (event.kind) {
    case 'motion':
      return [168, 208, 232];
    case 'button_down':
      return buttonColors[event.button] ?? otherButton;
    case 'double_click':
      return [152, 24, 200];
    case 'wheel':
      return wheelColors[event.direction];
    case 'pixel_scroll':
      return [64, 48, 144];
    case 'key_down':
      return [248, 216, 24];
    case 'button_up':
    case 'key_up':
      return undefined;
  }
};
