/** What a key gives: text, or an accent that waits for the next key. */
export type KeyOutput = { readonly text: string; readonly isDead: boolean };

/** One keyboard layout of macOS. */
export type KeyboardLayout = {
  /** With modifiers as UCKeyTranslate takes them: those of {@link layoutModifiers}. */
  outputOf(keyCode: number, modifiers: number): KeyOutput;
};

/** HIToolbox/Events.h: cmdKey, shiftKey, optionKey without their low byte, as UCKeyTranslate wants them. */
export const layoutModifiers = { command: 1, shift: 2, option: 8 } as const;
