import type { ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { DesktopErrorCode } from '../desktop-error.ts';
import type { DisplayName } from './display-name.ts';
import { cookieProtocol } from './find-cookie.ts';
import type { FoundCookie } from './find-cookie.ts';

type Failure = {
  readonly code: DesktopErrorCode;
  readonly name: 'connection' | 'authentication';
  readonly detail: string;
  readonly remedy: string;
};

/** Why no connection could be made, as an error and as a line of `doctor`. It never holds the cookie. */
export class ConnectFailure extends DesktopError {
  readonly check: ReadinessCheck;

  constructor({ code, name, detail, remedy }: Failure, options?: ErrorOptions) {
    super(code, `${detail} ${remedy}`, options);
    this.check = { name, ok: false, detail, remedy };
  }
}

export const noServer = ({ text }: DisplayName, cause: unknown): ConnectFailure =>
  new ConnectFailure(
    {
      code: 'desktop_unavailable',
      name: 'connection',
      detail: `No X server answers at DISPLAY=${text}.`,
      remedy:
        'Log in to the desktop (or start Xvfb) and set DISPLAY to its display, which "echo $DISPLAY" shows in a ' +
        'terminal on it.',
    },
    { cause },
  );

export const noAnswer = ({ text }: DisplayName, timeoutMs: number): ConnectFailure =>
  new ConnectFailure({
    code: 'timeout',
    name: 'connection',
    detail: `The X server at DISPLAY=${text} did not finish the set-up within ${timeoutMs} ms; another program may hold it.`,
    remedy: 'Close lockers and open menus on the desktop, then try again.',
  });

export const hungUp = ({ text }: DisplayName, reason: string): ConnectFailure =>
  new ConnectFailure({
    code: 'desktop_unavailable',
    name: 'connection',
    detail: `The X server at DISPLAY=${text} ended the set-up: ${reason}.`,
    remedy: "See the server's log for the reason, then try again.",
  });

const fileProblem = ({ file, fileState }: FoundCookie, { number }: DisplayName): string => {
  switch (fileState) {
    case 'absent':
      return `the file ${file} does not exist`;
    case 'unreadable':
      return `the file ${file} cannot be read by this user`;
    case 'read':
      return `${file} has no ${cookieProtocol} entry for display ${number} of this host`;
  }
};

export const noCookie = (display: DisplayName, found: FoundCookie): ConnectFailure =>
  new ConnectFailure({
    code: 'desktop_unavailable',
    name: 'authentication',
    detail: `The X server at DISPLAY=${display.text} wants a cookie and there is none: ${fileProblem(found, display)}.`,
    remedy:
      'Set XAUTHORITY to the file of the running session, which "echo $XAUTHORITY" shows in a terminal on that desktop.',
  });

export const cookieRefused = ({ text }: DisplayName, { file }: FoundCookie): ConnectFailure =>
  new ConnectFailure({
    code: 'desktop_unavailable',
    name: 'authentication',
    detail: `The X server at DISPLAY=${text} refused the cookie of ${file}, which is probably of an earlier session.`,
    remedy:
      `Log in again, which renews ${file}, or set XAUTHORITY to the file that "echo $XAUTHORITY" shows in a terminal ` +
      'on that desktop.',
  });
