import type { PermissionName, PermissionState } from '../permissions.ts';

/** What the libraries of macOS say and do for this process. None of the functions makes macOS ask the person. */
export type PermissionCalls = {
  /** The system's own answer, which it keeps for the life of a process. */
  preflightScreen(): boolean;
  /** Whether a pixel of the main display can be captured. */
  captures(): boolean;
  /** macOS withholds the titles of other programs' windows together with what they show. */
  windowTitles(): 'shown' | 'withheld' | 'no windows';
  isTrusted(): boolean;
  mayPostEvents(): boolean;
};

/** `usable` tells that this process could act, whatever the system answers. */
export type Answer = { readonly verdict: 'granted' | 'refused' | 'missing'; readonly usable: boolean };
export type PermissionAnswers = Readonly<Record<PermissionName, Answer>>;

export const permissionNames = [
  'screen_recording',
  'accessibility',
] as const satisfies readonly PermissionName[];

const verdictOf = (says: boolean, works: boolean): Answer['verdict'] =>
  works ? 'granted' : says ? 'refused' : 'missing';

/**
 * Reads both. A captured pixel alone proves nothing, as without the permission macOS draws the desktop picture and no
 * windows; together with the system's word or with titles of other programs' windows it does.
 */
export const readAnswers = (calls: PermissionCalls): PermissionAnswers => {
  const saysScreen = calls.preflightScreen();
  const captures = calls.captures();
  const titles = calls.windowTitles();
  const mayShow = captures && titles !== 'withheld';
  const shows = mayShow && (saysScreen || titles === 'shown');
  const trusted = calls.isTrusted();
  const posts = calls.mayPostEvents();
  return {
    screen_recording: { verdict: verdictOf(saysScreen, shows), usable: mayShow },
    accessibility: { verdict: verdictOf(trusted, trusted && posts), usable: trusted || posts },
  };
};

/**
 * What holds, from the answers of this process and those of one that has just begun, as macOS answers a process for
 * its whole life what it answered first.
 */
export const decideState = (name: PermissionName, own: Answer, fresh: Answer | null): PermissionState => {
  const isGranted = own.verdict === 'granted' || (fresh?.verdict === 'granted' && own.usable);
  const verdict = fresh?.verdict ?? own.verdict;
  return {
    name,
    granted: isGranted,
    refusedThoughOn: !isGranted && verdict === 'refused',
    needsRestart: !isGranted && verdict === 'granted',
  };
};
