import { BlockList, isIP } from 'node:net';

export type ListenAddress = { readonly host: string; readonly port: number };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const pattern = /^(?:\[([0-9a-fA-F:.]+)\]|([^[\]:]+)):([0-9]{1,5})$/;

/** `127.0.0.1:4190`, `[::1]:0` or `localhost:0`, where port 0 lets the system choose; `null` for anything else. */
export const parseListenAddress = (text: string): ListenAddress | null => {
  const [, bracketed, plain, digits] = pattern.exec(text) ?? [];
  const host = plain === 'localhost' ? '127.0.0.1' : (bracketed ?? plain ?? '');
  const port = Number(digits);
  return isIP(host) === (bracketed === undefined ? 4 : 6) && port <= 65_535 ? { host, port } : null;
};

/** Whether only this machine can reach it. */
export const isLoopbackAddress = (host: string): boolean =>
  isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');

export const urlOf = (scheme: 'http' | 'https', { host, port }: ListenAddress): string =>
  `${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/**
 * Whether a request for this `Host` header means this machine. A page from elsewhere whose name was made to lead to
 * 127.0.0.1 (DNS rebinding) still sends its own name.
 */
export const namesLoopback = (hostHeader: string | undefined): boolean => {
  const [, bracketed, plain] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^[\]:]+))(?::[0-9]{1,5})?$/.exec(hostHeader ?? '') ?? [];
  const host = bracketed ?? plain ?? '';
  return host.toLowerCase() === 'localhost' || isLoopbackAddress(host);
};
