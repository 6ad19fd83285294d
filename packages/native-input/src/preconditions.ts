import type { DesktopLayout, DesktopTarget, DevicePoint } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { HeldNow, RawInput } from './input-port.ts';
import { keyNames, maxChordLength } from './key-names.ts';

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

const contains = ({ area }: DesktopTarget, { x, y }: DevicePoint): boolean =>
  x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;

export const requirePointOnTarget = (layout: DesktopLayout, point: DevicePoint): void => {
  const isWhole = Number.isInteger(point.x) && Number.isInteger(point.y);
  if (isWhole && layout.targets.some((target) => contains(target, point))) return;
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

export const requireChord = (keys: readonly string[]): void => {
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
