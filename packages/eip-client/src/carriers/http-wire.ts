import { EipError } from '@harness-desktop/eip-protocol';

export type HttpWireOptions = {
  /** Of the device, such as `https://desk.example:8443`; `/eip/control` and `/eip/transfer` are below it. */
  readonly baseUrl: string | URL;
  /** Sent as `Authorization: Bearer`, and to this origin only: redirects are not followed. */
  readonly credential: string;
  /** `globalThis.fetch` when absent; give one that trusts the device's certificate. */
  readonly fetch?: typeof globalThis.fetch | undefined;
};

export type HttpWire = (path: 'control' | 'transfer', init: RequestInit) => Promise<Response>;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Throws `unsupported` for a URL that would carry the credential through a network in clear text. */
export function createHttpWire(options: HttpWireOptions): HttpWire {
  const base = new URL(options.baseUrl);
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && loopback.test(base.hostname))) {
    throw new EipError('unsupported', 'EIP over HTTP needs https, or http to the loopback interface.');
  }
  const { fetch = globalThis.fetch, credential } = options;
  const prefix = base.pathname.replace(/\/$/, '');
  return (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${credential}`);
    const url = new URL(`${prefix}/eip/${path}`, base);
    return fetch(url, { ...init, headers, redirect: 'manual' });
  };
}
