import { DesktopError } from '../desktop-error.ts';
import type { PermissionName, PermissionState } from '../permissions.ts';
import type { PermissionCalls } from './permission-answers.ts';

export type PermissionGuard = {
  /** What was granted from now on must stay so. */
  learn(states: readonly PermissionState[]): void;
  /** Throws `permission_missing` once this process has lost what it had. */
  require(name: PermissionName): void;
};

const messages: Readonly<Record<PermissionName, string>> = {
  screen_recording:
    'macOS took back the permission Screen Recording. Grant it again in System Settings > Privacy & Security > Screen & System Audio Recording, and start this program anew.',
  accessibility:
    'macOS took back the permission Accessibility. Grant it again in System Settings > Privacy & Security > Accessibility, and start this program anew.',
};

/**
 * Notices that a permission was taken back. Each of the system's answers can be out of date in either direction, so
 * what counts is the loss of a sign that was there: titles of other windows, the system's word, the accepted event.
 */
export const createPermissionGuard = (calls: PermissionCalls): PermissionGuard => {
  const seen = { titles: false, preflight: false, trusted: false };
  const seesScreen = (): boolean => {
    const titles = calls.windowTitles();
    const says = calls.preflightScreen();
    seen.preflight ||= says;
    if (titles === 'shown') {
      seen.titles = true;
      return true;
    }
    if (seen.titles && titles === 'withheld') return false;
    if (seen.preflight && !says) return false;
    return says || calls.captures();
  };
  const actsOnInput = (): boolean => {
    const trusted = calls.isTrusted();
    if (seen.trusted && !trusted) return false;
    seen.trusted ||= trusted;
    return trusted || calls.mayPostEvents();
  };
  const isHeld: Readonly<Record<PermissionName, () => boolean>> = {
    screen_recording: seesScreen,
    accessibility: actsOnInput,
  };
  return {
    learn: (states) => {
      for (const { name, granted } of states) if (granted) isHeld[name]();
    },
    require: (name) => {
      if (!isHeld[name]()) throw new DesktopError('permission_missing', messages[name]);
    },
  };
};
