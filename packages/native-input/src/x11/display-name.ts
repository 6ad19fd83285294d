/** `[host]:number[.screen]`; without a host the server is reached through a Unix socket. */
export type DisplayName = {
  readonly text: string;
  readonly host: string | undefined;
  readonly number: number;
  readonly screen: number;
};

const localHosts = ['', 'unix', 'unix/', 'local/'];

/** Undefined when the text names no display. */
export const parseDisplayName = (text: string): DisplayName | undefined => {
  const match = /^(?<host>.*):(?<number>\d{1,5})(?:[.](?<screen>\d{1,3}))?$/.exec(text);
  if (!match?.groups) return undefined;
  const { host = '', number, screen } = match.groups;
  const bare = host.replace(/^(?:tcp|inet6?)\//, '').replace(/^\[(.*)\]$/, '$1');
  return {
    text,
    host: localHosts.includes(host) ? undefined : bare,
    number: Number(number),
    screen: Number(screen ?? 0),
  };
};
