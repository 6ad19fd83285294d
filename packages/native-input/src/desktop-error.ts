/**
 * Why a desktop call was refused or could not go on.
 *
 * `desktop_unavailable` no connection could be made · `desktop_lost` the connection ended · `unsupported` this desktop
 * or environment cannot do it · `permission_missing` the system withholds access · `target_unknown` no such monitor ·
 * `no_targets` no monitor is connected · `layout_changed` monitors changed since the reference · `point_outside` the
 * point is on no monitor · `area_outside` the area to capture reaches beyond its monitor · `input_held` a needed key or
 * button is already down · `key_unknown` not a key name · `key_unavailable` the layout has no such key ·
 * `modifier_unavailable` the layout has no key that only holds this modifier · `scroll_unit_unsupported` ·
 * `capture_blank` the system returned an empty image · `capture_too_large` · `session_unavailable` the person's session is
 * locked, signed out, disconnected or behind the secure desktop, or this process is not in it · `input_blocked` the
 * system took no input, as when a program with higher rights is in front · `timeout` the display server did not answer ·
 * `cancelled` aborted before the first event · `internal` a fault of ours.
 */
export type DesktopErrorCode =
  | 'desktop_unavailable'
  | 'desktop_lost'
  | 'unsupported'
  | 'permission_missing'
  | 'target_unknown'
  | 'no_targets'
  | 'layout_changed'
  | 'point_outside'
  | 'area_outside'
  | 'input_held'
  | 'key_unknown'
  | 'key_unavailable'
  | 'modifier_unavailable'
  | 'scroll_unit_unsupported'
  | 'capture_blank'
  | 'capture_too_large'
  | 'session_unavailable'
  | 'input_blocked'
  | 'timeout'
  | 'cancelled'
  | 'internal';

/** The message says what failed and what to do next; it never holds a cookie or another secret. */
export class DesktopError extends Error {
  override readonly name = 'DesktopError';
  readonly code: DesktopErrorCode;

  constructor(code: DesktopErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
