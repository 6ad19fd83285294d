/** One keyboard layout of macOS. */
export type KeyboardLayout = {
  /**
   * What a key gives under modifiers as UCKeyTranslate takes them, those of {@link layoutModifiers}. Nothing for an
   * accent that waits for the next key.
   */
  outputOf(keyCode: number, modifiers: number): string;
};

/** HIToolbox/Events.h: cmdKey, shiftKey, optionKey without their low byte, as UCKeyTranslate wants them. */
export const layoutModifiers = { command: 1, shift: 2, option: 8 } as const;
