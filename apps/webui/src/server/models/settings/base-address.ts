import { isIP } from 'node:net';
import type { Provider } from '../../../shared/models.ts';

/** Why a model may not be spoken to at this address; `undefined` when it may. */
export function addressFault(provider: Provider, baseUrl: string | null): string | undefined {
  if (baseUrl === null) {
    return provider === 'openai_compatible'
      ? 'Give the address of the server, such as http://127.0.0.1:11434/v1.'
      : undefined;
  }
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') return 'Leave name and password out of the address.';
  if (url.search !== '' || url.hash !== '') return 'The address must end before any “?” or “#”.';
  if (url.protocol === 'https:' || isNearby(url.hostname)) return undefined;
  return 'Use https://. Over http:// the key and the screenshots would cross the internet in the clear; it is for servers on this computer or in your own network.';
}

/** As it is stored: without slashes at its end, which the SDKs would double. */
export function tidyAddress(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
}

/** Names that only a local network resolves: no dot, or a zone that the internet does not have. */
const localZone = /(^|\.)(localhost|local|lan|internal|home\.arpa)\.?$/;

function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  switch (isIP(host)) {
    case 4:
      return isPrivateV4(host);
    case 6:
      return isPrivateV6(host);
    default:
      return localZone.test(host) || !host.includes('.');
  }
}

/** Loopback, RFC 1918, and the shared range that private overlays such as Tailscale use. */
const privateV4 =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;

const isPrivateV4 = (host: string) => privateV4.test(host);

/** Loopback, unique local, link local, and private IPv4 in IPv6, as a URL writes it: `::ffff:7f00:1`. */
function isPrivateV6(host: string): boolean {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (mapped === null)
    return host === '::1' || /^f[cd][0-9a-f]{2}:/.test(host) || /^fe[89ab][0-9a-f]:/.test(host);
  const [high = 0, low = 0] = mapped.slice(1).map((part) => Number.parseInt(part, 16));
  return isPrivateV4([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}
