/** Which modifiers select a level of a key, as VkKeyScanExW tells it. AltGr is Control and Alt. */
export const shiftStates = { shift: 1, control: 2, alt: 4 } as const;

/** A key and the modifiers under which it gives a character. */
export type LayoutKey = { readonly virtualKey: number; readonly shiftState: number };

/** What a key gives: text, or an accent that waits for the next key. */
export type KeyOutput = { readonly text: string; readonly isDead: boolean };

/** One layout of Windows. It disregards CapsLock but where it is told of it. */
export type KeyboardLayout = {
  findCharacter(character: string): LayoutKey | undefined;
  /** With `extendedKey` where an E0 precedes it; 0 when the layout does not have the key. */
  scanCodeOf(virtualKey: number): number;
  /** 0 when the layout has nothing there. */
  virtualKeyAt(scanCode: number): number;
  outputOf(key: LayoutKey, isCapsLockOn: boolean): KeyOutput;
};
