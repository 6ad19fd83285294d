import type { PermissionName, ResponsibleProcess } from '@harness-desktop/native-input';
import { quotePosix } from '../cli/quote-posix.ts';

type Words = {
  /** As macOS calls it. */
  readonly title: string;
  readonly purpose: string;
  readonly pane: string;
  /** Opens the pane. */
  readonly url: string;
  /** As `tccutil` calls it. */
  readonly service: string;
};

const panes = 'x-apple.systempreferences:com.apple.preference.security';

const words: Readonly<Record<PermissionName, Words>> = {
  screen_recording: {
    title: 'Screen Recording',
    purpose: 'to see the screen',
    pane: 'System Settings > Privacy & Security > Screen & System Audio Recording',
    url: `${panes}?Privacy_ScreenCapture`,
    service: 'ScreenCapture',
  },
  accessibility: {
    title: 'Accessibility',
    purpose: 'to move the pointer and press keys',
    pane: 'System Settings > Privacy & Security > Accessibility',
    url: `${panes}?Privacy_Accessibility`,
    service: 'Accessibility',
  },
};

/** As in "Screen Recording and Accessibility". */
export const listTitles = (names: readonly PermissionName[]): string =>
  names.map((name) => words[name].title).join(' and ');

const placeOf = ({ name, path }: ResponsibleProcess): string =>
  path === null ? `"${name}"` : `"${name}" (${path})`;

/** What is missing, in whose name macOS asks, and where the person turns it on. */
export const describeMissing = (
  names: readonly PermissionName[],
  responsible: ResponsibleProcess,
): string => {
  const missing = names.map((name) => `  ${words[name].title}: ${words[name].purpose}`);
  const places = names.map((name) => `  ${words[name].pane}\n    open "${words[name].url}"`);
  return [
    'macOS withholds what computer use needs:',
    ...missing,
    `macOS asks in the name of ${placeOf(responsible)}. Turn it on for "${responsible.name}" in`,
    ...places,
    '',
  ].join('\n');
};

/** A program without a bundle has no identifier to reset by, and without one `tccutil` resets every application. */
const resetCommand = ({ service }: Words, { path, bundleId }: ResponsibleProcess): string | null => {
  if (bundleId !== null) return `tccutil reset ${service} ${quotePosix(bundleId)}`;
  if (path === null || !path.endsWith('.app')) return null;
  return `tccutil reset ${service} "$(mdls -raw -name kMDItemCFBundleIdentifier ${quotePosix(path)})"`;
};

/** What to do when the switch is on and macOS refuses all the same. */
export const describeRefusal = (name: PermissionName, responsible: ResponsibleProcess): string => {
  const row = words[name];
  const command = resetCommand(row, responsible);
  const removal =
    command === null
      ? `remove "${responsible.name}" from the list with the minus button, and add it anew with the plus button`
      : `run  ${command}  and grant it anew`;
  return [
    `${row.title} is on for "${responsible.name}", and macOS refuses it all the same: the entry is that of an earlier version of it.`,
    `  1. In ${row.pane}, turn "${responsible.name}" off and on again.`,
    `  2. If it is still refused: ${removal}.`,
    `  3. Quit "${responsible.name}", open it again and start a13n-envd anew.`,
    '',
  ].join('\n');
};

/** Granted too late for the process that asked. */
export const describeRestart = (names: readonly PermissionName[], responsible: ResponsibleProcess): string =>
  `macOS granted ${listTitles(names)}, but only to programs that start from now on. Start a13n-envd again; if that is refused too, quit "${responsible.name}" and open it again first. Nothing was connected.`;

/** Nobody granted it in time. */
export const describeTimeout = (
  names: readonly PermissionName[],
  responsible: ResponsibleProcess,
  timeoutMs: number,
): string => {
  const places = names.map((name) => words[name].pane).join(' and ');
  return `macOS did not grant ${listTitles(names)} to "${responsible.name}" within ${secondsText(timeoutMs)}, so nothing was connected. Turn it on in ${places} and start again; or start with --computer-use false.`;
};

export const secondsText = (durationMs: number): string => `${Math.ceil(durationMs / 1000)} s`;
