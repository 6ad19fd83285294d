import type { WindowsSystem } from '@harness-desktop/native-input';
import { readBootId } from './boot-id.ts';

/** Whose presses are meant: a press outlives neither the boot nor its display, which is a session on Windows. */
export type PressPlace = { readonly display: string; readonly bootId: string | null };

export type PressPlaceOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly windows: WindowsSystem | null;
};

export const findPressPlace = async ({ environment, windows }: PressPlaceOptions): Promise<PressPlace> => ({
  display: windows === null ? serverOf(environment['DISPLAY'] ?? '') : `session ${windows.session() ?? '?'}`,
  bootId: await readBootId(windows),
});

/** Screens of one X server share keyboard and pointer: `:1` and `:1.0` are the same. */
const serverOf = (display: string): string => display.replace(/(:\d+)\.\d+$/, '$1');
