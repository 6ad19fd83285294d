import { isArrow, isFunctionKey, modifierKeys } from './virtual-keys.ts';

/** CGEventTypes.h, CGEventFlags, with the device-dependent bits of IOLLEvent.h that tell left from right. */
const modifierFlags: ReadonlyMap<number, number> = new Map([
  [modifierKeys.control.left, 0x4_0001],
  [modifierKeys.control.right, 0x4_2000],
  [modifierKeys.shift.left, 0x2_0002],
  [modifierKeys.shift.right, 0x2_0004],
  [modifierKeys.meta.left, 0x10_0008],
  [modifierKeys.meta.right, 0x10_0010],
  [modifierKeys.alt.left, 0x8_0020],
  [modifierKeys.alt.right, 0x8_0040],
]);

/** kCGEventFlagMaskAlphaShift: CapsLock is on. */
export const capsLockFlag = 0x1_0000;
/** kCGEventFlagMaskNonCoalesced, as on every event of the hardware. */
export const nonCoalescedFlag = 0x100;
const numericPad = 0x20_0000;
const secondaryFn = 0x80_0000;

/** kCGEventFlagMaskShift, …Control, …Alternate, …Command. */
export const heldFlags: readonly (readonly [mask: number, name: string])[] = [
  [0x2_0000, 'Shift'],
  [0x4_0000, 'Control'],
  [0x8_0000, 'Option'],
  [0x10_0000, 'Command'],
];

/** Only which kinds of modifiers are held, of whichever side. */
export const heldFlagsOf = (flags: number): number =>
  heldFlags.reduce((held, [mask]) => held | (flags & mask), 0);

/** The flags that keys which are down set on every event. */
export const flagsOf = (keyCodes: Iterable<number>): number => {
  let flags = 0;
  for (const keyCode of keyCodes) flags |= modifierFlags.get(keyCode) ?? 0;
  return flags;
};

/** What the hardware sets on the events of the key itself; some shortcuts of the system ask for it. */
export const ownFlags = (keyCode: number): number => {
  if (isArrow(keyCode)) return numericPad | secondaryFn;
  return isFunctionKey(keyCode) ? secondaryFn : 0;
};
