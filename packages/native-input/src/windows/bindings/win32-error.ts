import { DesktopError } from '../../desktop-error.ts';
import type { DesktopErrorCode } from '../../desktop-error.ts';
import { loadLibrary } from './load-library.ts';

const accessDenied = 5;

const codeOf = (systemCode: number): DesktopErrorCode =>
  systemCode === accessDenied ? 'session_unavailable' : 'internal';

/** A call that Windows refused; `systemCode` is what GetLastError said. */
export class Win32Error extends DesktopError {
  readonly systemCode: number;

  constructor(call: string, systemCode: number) {
    super(codeOf(systemCode), `Windows refused ${call} (error ${systemCode}).`);
    this.systemCode = systemCode;
  }
}

/** Throws for the call that has just failed on this thread. */
export type FailCall = (call: string) => never;

export const loadFailCall = (): FailCall => {
  const getLastError: () => number = loadLibrary('kernel32').declare('GetLastError', 'uint32', []);
  return (call) => {
    throw new Win32Error(call, getLastError());
  };
};
