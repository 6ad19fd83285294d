import { EipError } from '@harness-desktop/eip-protocol';
import type { ErrorType, RetryHint, SafeDetail } from '@harness-desktop/eip-protocol';
import { DesktopError } from '@harness-desktop/native-input';
import type { DesktopErrorCode } from '@harness-desktop/native-input';
import { interruptedBeforeDispatch } from '../../session/interruption.ts';

type Row = {
  readonly errorType: ErrorType;
  readonly message: string;
  readonly retryHint?: RetryHint;
  readonly field?: string;
  readonly safeDetail?: SafeDetail;
};

/**
 * What the desktop's refusals are on the wire. The messages are fixed: the desktop's own may name things of this
 * machine, and go to the daemon's log only. All of them are refusals before the first event.
 */
const desktopErrorTable: Readonly<Record<DesktopErrorCode, Row>> = {
  desktop_unavailable: {
    errorType: 'provider_unavailable',
    message: 'No connection to the desktop; run `a13n-envd doctor` on that machine.',
  },
  desktop_lost: {
    errorType: 'provider_unavailable',
    message: 'The desktop of this session was lost; open a new session.',
  },
  unsupported: { errorType: 'unsupported', message: 'This desktop cannot do that.' },
  permission_missing: {
    errorType: 'provider_unavailable',
    message:
      'macOS withholds Screen Recording or Accessibility from this desktop: the person there has to grant it again; `a13n-envd doctor` on that machine says which.',
  },
  session_unavailable: {
    errorType: 'provider_unavailable',
    message:
      'Windows shows no desktop that can be operated: the person is signed out, the session is locked or disconnected, or Windows asks for permission. Observe again once the desktop is there.',
    safeDetail: 'computer_windows_desktop_unavailable',
  },
  input_blocked: {
    errorType: 'provider_unavailable',
    message:
      'Windows refused the input: a program with higher rights is in front. The person there can bring another window to the front.',
  },
  target_unknown: {
    errorType: 'invalid_params',
    message: 'There is no such target; describe the desktop again.',
    retryHint: 'after_refresh',
    field: 'target_id',
  },
  no_targets: {
    errorType: 'provider_unavailable',
    message: 'No monitor is connected; try again when one is.',
  },
  layout_changed: {
    errorType: 'conflict',
    message: 'The monitors changed since this observation; observe again.',
    retryHint: 'after_refresh',
    field: 'observation_id',
  },
  point_outside: {
    errorType: 'invalid_params',
    message: 'The point is outside the observed image.',
    field: 'point',
  },
  area_outside: {
    errorType: 'invalid_params',
    message: 'The region is outside the observed image.',
    field: 'region',
  },
  input_held: {
    errorType: 'conflict',
    message: 'A needed key or button is already held down on the desktop; ask the person there to let go.',
    retryHint: 'after_refresh',
    safeDetail: 'computer_input_held',
  },
  key_unknown: {
    errorType: 'invalid_params',
    message: 'The keys must be different known key names.',
    field: 'keys',
  },
  key_unavailable: {
    errorType: 'unsupported',
    message: 'The active keyboard layout has no such key.',
    field: 'keys',
  },
  modifier_unavailable: {
    errorType: 'unsupported',
    message: 'The active keyboard layout has no keys that hold these modifiers and do nothing else.',
    field: 'modifiers',
  },
  scroll_unit_unsupported: {
    errorType: 'unsupported',
    message: 'This desktop scrolls in steps only; give unit "steps".',
    field: 'unit',
    safeDetail: 'computer_scroll_steps_required',
  },
  capture_blank: {
    errorType: 'provider_unavailable',
    message: 'The system returned an empty image: the desktop is locked or access to it is withheld.',
  },
  capture_too_large: {
    errorType: 'quota_exceeded',
    message: 'The monitor has too many pixels to capture.',
    retryHint: 'never',
  },
  timeout: {
    errorType: 'provider_unavailable',
    message: 'The display server did not answer in time.',
  },
  cancelled: { errorType: 'cancelled', message: 'The operation was cancelled before it began.' },
  internal: { errorType: 'internal_error', message: 'The daemon failed; its log says more.' },
};

/**
 * Where macOS has reasons of its own. The protocol has a detail for Windows only, by which a Host would tell the person
 * to sign in to Windows.
 */
const macosMessages: Partial<Record<DesktopErrorCode, string>> = {
  session_unavailable:
    "macOS shows no desktop that can be operated: the screen is locked, or another user's session is on it. Observe again once the person there has unlocked it or switched back.",
  input_blocked:
    'macOS took none of the input. While a password field or a terminal has secure keyboard entry on, only the person there can type; clicks go on working.',
};

const rowOf = (code: DesktopErrorCode, platform: NodeJS.Platform): Row => {
  const row = desktopErrorTable[code];
  const message = platform === 'darwin' ? macosMessages[code] : undefined;
  return message === undefined ? row : { errorType: row.errorType, message };
};

export const safeDetailOf = (
  code: DesktopErrorCode,
  platform: NodeJS.Platform = process.platform,
): SafeDetail | undefined => rowOf(code, platform).safeDetail;

/** Runs desktop calls of one operation; their refusals become wire errors. */
export const withDesktopErrors = async <T>(
  signal: AbortSignal,
  run: () => Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DesktopError)) throw error;
    if (error.code === 'cancelled') throw interruptedBeforeDispatch(signal);
    throw toEipError(error, rowOf(error.code, platform));
  }
};

const toEipError = (cause: DesktopError, row: Row): EipError => {
  const { errorType, message, retryHint, field, safeDetail } = row;
  return new EipError(errorType, message, {
    ...(retryHint === undefined ? {} : { retryHint }),
    details: {
      ...(field === undefined ? {} : { field }),
      ...(safeDetail === undefined ? {} : { safe_detail: safeDetail }),
    },
    cause,
  });
};
