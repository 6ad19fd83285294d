import type { ChordRequest, DesktopLayout, DesktopTarget, DeviceArea, DevicePoint } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { HeldNow, RawInput } from './input-port.ts';
import { keyNames, maxChordLength } from './key-names.ts';

const maxHoldMs = 10_000;

export const requireLayout = (layout: DesktopLayout, layoutId: string): void => {
  if (layout.targets.length === 0) {
    throw new DesktopError('no_targets', 'No monitor is connected; connect or enable one and observe again.');
  }
  if (layout.layoutId !== layoutId) {
    throw new DesktopError(
      'layout_changed',
      'The monitors changed since the observation; observe again and use the new image.',
    );
  }
};

export const isWithin = (area: DeviceArea, { x, y }: DevicePoint): boolean =>
  x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;

export const requirePointOnTarget = (layout: DesktopLayout, point: DevicePoint): void => {
  const isWhole = Number.isInteger(point.x) && Number.isInteger(point.y);
  if (isWhole && layout.targets.some(({ area }) => isWithin(area, point))) return;
  throw new DesktopError('point_outside', `The point (${point.x}, ${point.y}) is on no monitor.`);
};

export const findTarget = (layout: DesktopLayout, targetId: string): DesktopTarget => {
  if (layout.targets.length === 0) {
    throw new DesktopError('no_targets', 'No monitor is connected; connect or enable one and observe again.');
  }
  const target = layout.targets.find((candidate) => candidate.targetId === targetId);
  if (target) return target;
  throw new DesktopError(
    'target_unknown',
    `There is no monitor ${targetId}; describe the desktop for the current ones.`,
  );
};

/** Captures have no pixels of another monitor or of none. */
export const requireAreaOnTarget = ({ name, area: whole }: DesktopTarget, area: DeviceArea): void => {
  const { x, y, width, height } = area;
  const isWhole = [x, y, width, height].every(Number.isInteger) && width >= 1 && height >= 1;
  const isInside =
    x >= whole.x &&
    y >= whole.y &&
    x + width <= whole.x + whole.width &&
    y + height <= whole.y + whole.height;
  if (isWhole && isInside) return;
  throw new DesktopError(
    'area_outside',
    `The area ${width}x${height} at (${x}, ${y}) is not a part of the monitor ${name}.`,
  );
};

/** For numbers that the wire has bounded already. */
export const requireRange = (what: string, value: number, [least, most]: readonly [number, number]): void => {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new DesktopError('internal', `${what} is ${least} to ${most}; ${value} was given.`);
};

export const requireChord = ({ keys, holdMs }: ChordRequest): void => {
  requireRange('The hold of a chord in ms', holdMs, [0, maxHoldMs]);
  if (keys.length === 0 || keys.length > maxChordLength) {
    throw new DesktopError('key_unknown', `Give 1 to ${maxChordLength} keys; ${keys.length} were given.`);
  }
  const unknown = keys.find((key) => !keyNames.includes(key));
  if (unknown !== undefined) {
    throw new DesktopError(
      'key_unknown',
      `"${unknown}" is not the name of a key; names are lower case, like "enter".`,
    );
  }
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined) {
    throw new DesktopError('key_unknown', `The key "${repeated}" stands twice in one chord.`);
  }
};

const held = (names: readonly string[]): DesktopError =>
  new DesktopError(
    'input_held',
    `Already held down on the desktop: ${names.join(', ')}. Nothing was sent; try again once it is released.`,
  );

/** A held button turns a move into a drag. */
export const requireNoButtonHeld = (now: HeldNow): void => {
  if (now.buttons.length > 0) throw held(now.buttons);
};

export const requireNothingHeld = (now: HeldNow, keys: readonly RawInput[] = []): void => {
  const names = [
    ...now.buttons,
    ...now.modifiers,
    ...keys.filter((key) => now.isKeyDown(key)).map(({ name }) => name),
  ];
  if (names.length > 0) throw held([...new Set(names)]);
};
