import { CliError } from '../cli/cli-error.ts';

/** The origin of a Host, `https://ui.example` or `http://127.0.0.1:4180`; plain HTTP only where nobody can listen in. */
export const parseHostUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new CliError(
      'usage',
      `"${text}" is not an http(s) URL; use the address of the web UI, such as https://ui.example.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new CliError('usage', 'The Host URL must not hold a user name or password; remove them.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new CliError('usage', `The Host URL must end after host and port; use ${url.origin}.`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new CliError(
      'usage',
      `Refused ${url.origin}: plain HTTP would show the credential to the network. Use https://, or http:// on 127.0.0.1, ::1 or localhost.`,
    );
  }
  return url.origin;
};

/**
 * The socket must lead to the very Host that was paired: same host, port and TLS.
 * Throws when an answer tries to send the credential elsewhere.
 */
export const checkWebSocketUrl = (text: string, origin: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const expected = new URL(origin);
  const protocol = expected.protocol === 'https:' ? 'wss:' : 'ws:';
  const same = url?.protocol === protocol && url.host === expected.host;
  if (url === null || !same || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new CliError(
      'failure',
      `Refused: ${origin} answered with a websocket URL that is not on ${protocol}//${expected.host}. If a proxy stands before the web UI, set its public URL there.`,
    );
  }
  return url.href;
};

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
