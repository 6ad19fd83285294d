import type { ReadinessCheck } from '../desktop.ts';
import type { PermissionName, PermissionState } from '../permissions.ts';

const rows: Readonly<Record<PermissionName, { readonly name: string; readonly pane: string }>> = {
  screen_recording: { name: 'screen recording', pane: 'Screen & System Audio Recording' },
  accessibility: { name: 'accessibility', pane: 'Accessibility' },
};

/** One permission as a line of a report. */
export const checkPermission = ({ name: permission, ...state }: PermissionState): ReadinessCheck => {
  const { name, pane } = rows[permission];
  const where = `System Settings > Privacy & Security > ${pane}`;
  if (state.granted) return { name, ok: true, detail: 'granted' };
  if (state.needsRestart) {
    const remedy = 'Start the program anew.';
    return { name, ok: false, detail: 'granted after this process began', remedy };
  }
  if (state.refusedThoughOn) {
    const remedy = `In ${where}, turn it off and on again, or remove the entry and add it anew.`;
    return { name, ok: false, detail: 'macOS says it is granted and refuses it all the same', remedy };
  }
  const remedy = `Turn it on in ${where}; connecting with --computer-use true asks for it.`;
  return { name, ok: false, detail: 'not granted', remedy };
};
