import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCookieEntry } from '../testing/x11/start-x-server.ts';
import { serverAddress } from './find-cookie.ts';
import { parseXauthority } from './parse-xauthority.ts';

describe('Xauthority', () => {
  const cookie = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

  it('reads every whole entry and leaves a cut one out', () => {
    const entry = encodeCookieEntry({ family: 256, address: 'host', display: '7', cookie });
    const expected = {
      family: 256,
      address: Buffer.from('host'),
      display: '7',
      protocol: 'MIT-MAGIC-COOKIE-1',
      secret: cookie,
    };
    expect(parseXauthority(Buffer.concat([entry, entry]))).toEqual([expected, expected]);
    for (let length = 0; length < entry.length; length += 1) {
      expect(parseXauthority(Buffer.concat([entry, entry.subarray(0, length)]))).toEqual([expected]);
    }
  });

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseXauthority(Buffer.from(bytes))),
    );
  });

  it.each([
    ['a Unix socket', undefined, 256, Buffer.from('me')],
    ['loopback', '127.0.0.1', 256, Buffer.from('me')],
    ['IPv6 loopback', '::1', 256, Buffer.from('me')],
    ['IPv4', '192.0.2.7', 0, Buffer.from([192, 0, 2, 7])],
    ['IPv4 in IPv6', '::ffff:192.0.2.7', 0, Buffer.from([192, 0, 2, 7])],
    ['IPv6', '2001:db8::1', 6, Buffer.from('20010db8000000000000000000000001', 'hex')],
    ['IPv6 with a zone', 'fe80::1%eth0', 6, Buffer.from('fe800000000000000000000000000001', 'hex')],
  ])('names a server behind %s as its entries do', (...row) => {
    const [, remote, family, address] = row;
    expect(serverAddress(remote, 'me')).toEqual({ family, address });
  });
});
