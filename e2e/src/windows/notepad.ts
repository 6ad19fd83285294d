import type { Place } from '../harness/recording-app.ts';
import type { RecordingWindow } from './recording-window.ts';
import type { WindowsDesktop } from './windows-program.ts';

/** Beside the recording window. Its white surface is neither as wide as a text field nor as tall as a list. */
export const notepadPlace: Place = { x: 660, y: 120, width: 560, height: 460 };
/** Surely within the white surface, wherever its frame and menu end. */
export const onNotepad = { x: notepadPlace.x + 280, y: notepadPlace.y + 300 } as const;

/** Wine's own Notepad, where a person would have put it. It ends with its Windows. */
export async function openNotepad({ desktop }: WindowsDesktop, window: RecordingWindow): Promise<void> {
  await window.startProgram('notepad.exe');
  const { x, y, width, height } = notepadPlace;
  const found = ['search', '--sync', '--onlyvisible', '--class', 'notepad'];
  const placed = ['windowsize', '--sync', String(width), String(height), 'windowmove', '--sync'];
  await desktop.run('xdotool', ...found, ...placed, String(x), String(y));
}
