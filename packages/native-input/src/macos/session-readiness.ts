import type { ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';

/** What macOS says of the session that this process runs in, at one moment. */
export type SessionFacts = {
  /** False in a session without a window server, as over SSH before anyone has signed in. */
  readonly hasScreen: boolean;
  /** False while another user's session is on the screen. */
  readonly isShown: boolean;
  readonly isLocked: boolean;
};

const code = 'session_unavailable';
const name = 'session';

export const checkSession = ({ hasScreen, isShown, isLocked }: SessionFacts): ReadinessCheck => {
  if (!hasScreen) {
    return {
      name,
      ok: false,
      code,
      detail: 'This process has no session with a screen.',
      remedy: 'Sign in at the Mac and start from a terminal there, or as a LaunchAgent.',
    };
  }
  if (!isShown) {
    return {
      name,
      ok: false,
      code,
      detail: "Another user's session is on the screen.",
      remedy: 'Switch back to this user at the Mac; then observe again.',
    };
  }
  if (isLocked) {
    return {
      name,
      ok: false,
      code,
      detail: 'The screen is locked.',
      remedy: 'Unlock it at the Mac; then observe again.',
    };
  }
  return { name, ok: true, detail: 'shown and unlocked' };
};

/** Throws `session_unavailable` unless the screen is the person's, unlocked and shown. */
export const requireInteractive = (read: () => SessionFacts): void => {
  const { ok, detail, remedy = '' } = checkSession(read());
  if (!ok) throw new DesktopError(code, `${detail} ${remedy}`);
};
