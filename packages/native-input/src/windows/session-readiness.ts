import type { ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';

/** What Windows says of the session that this process runs in, at one moment. */
export type SessionFacts = {
  readonly processSession: number;
  /** The session at the physical screen; `noConsoleSession` while it changes. */
  readonly consoleSession: number;
  /** WTSConnectState of the own session; undefined where the system does not tell. */
  readonly sessionState: number | undefined;
  /** The name of the desktop that has the input; undefined when it may not be opened, as that of the lock screen. */
  readonly inputDesktop: string | undefined;
  /** The name of the desktop that this process is on. */
  readonly ownDesktop: string | undefined;
};

export const noConsoleSession = 0xffffffff;

/** The session in which services run; it has no screen. */
const serviceSession = 0;
const active = 0;

const stateNames: readonly string[] = [
  'active',
  'connected but not signed in',
  'being connected',
  'shadowing another session',
  'disconnected',
  'idle',
  'listening',
  'being reset',
  'down',
  'being initialised',
];

const code = 'session_unavailable';
const signIn = 'Sign in at the screen or by Remote Desktop, and start from an ordinary terminal there.';

const checkService = ({ processSession }: SessionFacts): ReadinessCheck => {
  const name = 'session';
  if (processSession !== serviceSession) return { name, ok: true, detail: `session ${processSession}` };
  return {
    name,
    ok: false,
    code,
    detail: 'This process runs as a service (session 0), which has no screen.',
    remedy: `${signIn} Do not run it as a service.`,
  };
};

const checkActive = ({ processSession, consoleSession, sessionState }: SessionFacts): ReadinessCheck => {
  const name = 'active session';
  const where = processSession === consoleSession ? 'at the screen of this machine' : 'Remote Desktop';
  if (sessionState === active) return { name, ok: true, detail: `active, ${where}` };
  if (sessionState === undefined && processSession === consoleSession) {
    return { name, ok: true, detail: `${where}; Windows does not tell its state` };
  }
  const state =
    sessionState === undefined ? 'in a state that Windows does not tell' : stateNames[sessionState];
  return {
    name,
    ok: false,
    code,
    detail: `The session ${processSession} is ${state ?? `in the unknown state ${sessionState ?? ''}`}.`,
    remedy: `Connect to it again. ${signIn}`,
  };
};

const interactiveDesktop = 'Default';

const checkInputDesktop = ({ inputDesktop, ownDesktop }: SessionFacts): ReadinessCheck => {
  const name = 'input desktop';
  if (inputDesktop === interactiveDesktop && ownDesktop === interactiveDesktop) {
    return { name, ok: true, detail: interactiveDesktop };
  }
  if (inputDesktop === interactiveDesktop) {
    return {
      name,
      ok: false,
      code,
      detail: `This process is on the desktop ${ownDesktop ?? 'of another window station'}, not on the one that is shown.`,
      remedy: signIn,
    };
  }
  const what = inputDesktop === undefined ? 'may not be opened' : `is ${inputDesktop}`;
  return {
    name,
    ok: false,
    code,
    detail: `The desktop that has the input ${what}: the session is locked, or a question of Windows (UAC) is open.`,
    remedy: 'Unlock the session, or answer the question, at the screen; then observe again.',
  };
};

/** Each condition of an interactive session by name. */
export const checkSession = (facts: SessionFacts): readonly ReadinessCheck[] => [
  checkService(facts),
  checkActive(facts),
  checkInputDesktop(facts),
];

/** Throws `session_unavailable` unless the screen of this session is the person's, unlocked and shown. */
export const requireInteractive = (read: () => SessionFacts): void => {
  const failed = checkSession(read()).find(({ ok }) => !ok);
  if (!failed) return;
  throw new DesktopError(code, [failed.detail, failed.remedy].filter(Boolean).join(' '));
};
