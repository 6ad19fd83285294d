import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { pair, pairingDurationMs } from './pairing-client.ts';
import { verificationCodeOf } from './pairing-reply.ts';

const credential = 'c0'.repeat(32);
const code = verificationCodeOf(credential);
let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

let discarded = 0;
const discardCredential = (): Promise<void> => {
  discarded += 1;
  return Promise.resolve();
};
beforeEach(() => (discarded = 0));

type Seen = { method: string; url: string; authorization: string; body: string };

const serve = async (answer: (response: ServerResponse, count: number, origin: string) => void) => {
  const seen: Seen[] = [];
  let origin = '';
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, authorization: headers.authorization ?? '', body });
    answer(response, seen.length, origin);
  };
  const started = createServer((request, response) => void handle(request, response));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  return { origin, seen };
};

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const pending = (overrides: object = {}) => ({
  status: 'pending',
  challenge: {
    device_id: 'device-1',
    name: 'desk',
    pairing_id: 'pair-1',
    verification_code: code,
    expires_at: '2026-01-01T00:10:00Z',
  },
  approval_url: 'http://127.0.0.1/settings/environments',
  poll_after_seconds: 2,
  ...overrides,
});

const run = async (origin: string, acceptUnreachable = false) => {
  const clock = createHurriedClock();
  const challenges: string[] = [];
  const troubles: string[] = [];
  const outcome = await pair(
    { origin, deviceId: 'device-1', name: 'desk', credential },
    {
      clock,
      signal: AbortSignal.timeout(10_000),
      acceptUnreachable,
      discardCredential,
      events: {
        onChallenge: (challenge) => challenges.push(`${challenge.code} ${challenge.approvalUrl}`),
        onTrouble: (message) => troubles.push(message),
      },
    },
  );
  return { outcome, challenges, troubles, waitsMs: clock.waitsMs };
};

describe('pair', () => {
  it('sends the same request until approved and shows the code once', async () => {
    const { origin, seen } = await serve((response, count, at) => {
      if (count < 3) json(response, 200, pending());
      else {
        const websocket_url = `${at.replace('http', 'ws')}/api/devices/device-a/connect`;
        json(response, 200, { status: 'approved', resource_id: 'device-a', websocket_url });
      }
    });
    const { outcome, challenges, waitsMs } = await run(origin);
    expect(outcome).toMatchObject({ kind: 'approved', resourceId: 'device-a' });
    expect(challenges).toEqual([`${code} http://127.0.0.1/settings/environments`]);
    expect(waitsMs).toEqual([2000, 2000]);
    expect(seen).toHaveLength(3);
    expect(seen[0]).toEqual({
      method: 'POST',
      url: '/api/envd/pair',
      authorization: `Bearer ${credential}`,
      body: '{"device_id":"device-1","name":"desk"}',
    });
  });

  it.each([
    [0.01, 1000],
    [3600, 10_000],
  ])('clamps a wait of %d s to %d ms', async (poll_after_seconds, expectedMs) => {
    const { origin } = await serve((response, count) =>
      count === 1
        ? json(response, 200, pending({ poll_after_seconds }))
        : json(response, 403, { code: 'device_pairing_rejected' }),
    );
    const clock = createHurriedClock();
    const events = { onChallenge: () => undefined, onTrouble: () => undefined };
    const request = { origin, deviceId: 'device-1', name: 'desk', credential };
    const options = {
      clock,
      signal: AbortSignal.timeout(5000),
      acceptUnreachable: false,
      discardCredential,
      events,
    };
    await expect(pair(request, options)).rejects.toThrow('rejected');
    expect(clock.waitsMs).toEqual([expectedMs]);
  });

  it('gives up after ten minutes', async () => {
    const { origin, seen } = await serve((response) =>
      json(response, 200, pending({ poll_after_seconds: 10 })),
    );
    await expect(run(origin)).rejects.toThrow('Nobody approved this device within 10 minutes');
    expect(seen).toHaveLength(pairingDurationMs / 10_000);
  });

  it.each([
    ['device_authentication_failed', 401, 'another --instance'],
    ['device_pairing_conflict', 409, 'another device'],
    ['device_pairing_capacity', 429, 'too many devices'],
    ['device_pairing_not_found', 404, 'expired'],
    ['something_new', 400, 'something_new'],
    ['device_revoked', 401, 'HTTP 401 (device_revoked)'],
    ['device_pairing_rejected', 404, 'HTTP 404 (device_pairing_rejected)'],
  ])(
    'ends on %s (%d) with a message of its own, and keeps the credential',
    async (problem, status, message) => {
      const { origin } = await serve((response) => json(response, status, { code: problem }));
      await expect(run(origin)).rejects.toThrow(message);
      expect(discarded).toBe(0);
    },
  );

  it.each([
    ['device_revoked', 'this device was revoked there. Run the command again to ask anew.'],
    ['device_pairing_rejected', 'the pairing was rejected there. Run the command again to ask anew.'],
  ])('discards the credential on %s, also of a pairing approved earlier', async (problem, message) => {
    const { origin } = await serve((response) => json(response, 403, { code: problem }));
    await expect(run(origin, true)).rejects.toThrow(message);
    expect(discarded).toBe(1);
  });

  it('keeps the credential when a server fault or a redirect carries such a code', async () => {
    const { origin } = await serve((response, count) =>
      count === 1
        ? json(response, 502, { code: 'device_revoked' })
        : json(response, 307, { code: 'device_revoked' }),
    );
    await expect(run(origin)).rejects.toThrow('redirects');
    expect(discarded).toBe(0);
  });

  it('F6 refuses a websocket URL on another host', async () => {
    const websocket_url = 'ws://elsewhere.example/api/devices/device-a/connect';
    const { origin } = await serve((response) =>
      json(response, 200, { status: 'approved', resource_id: 'device-a', websocket_url }),
    );
    await expect(run(origin)).rejects.toThrow('Refused');
  });

  it('follows no redirect', async () => {
    const { origin, seen } = await serve((response) => response.writeHead(307, { location: '/else' }).end());
    await expect(run(origin)).rejects.toThrow('redirects');
    expect(seen).toHaveLength(1);
  });

  it('reads no more than 64 KiB', async () => {
    const { origin } = await serve((response) => response.writeHead(200).end(' '.repeat(70_000)));
    await expect(run(origin)).rejects.toThrow('64 KiB');
  });

  it('refuses a page that is no Harness web UI', async () => {
    const { origin } = await serve((response) => response.writeHead(200).end('<html>'));
    await expect(run(origin)).rejects.toThrow('did not answer like');
  });

  it('refuses a verification code that is not of this credential', async () => {
    const challenge = { ...pending().challenge, verification_code: 'AAAA-BBBB' };
    const { origin } = await serve((response) => json(response, 200, pending({ challenge })));
    await expect(run(origin)).rejects.toThrow('another device');
  });

  it('prints no control characters of the Host', async () => {
    const { origin } = await serve((response, count) =>
      count === 1
        ? json(response, 200, pending({ approval_url: 'javascript:\u001b[2J' }))
        : json(response, 403, { code: 'device_pairing_rejected' }),
    );
    const challenges: string[] = [];
    const events = {
      onChallenge: (c: { approvalUrl: string }) => challenges.push(c.approvalUrl),
      onTrouble: () => undefined,
    };
    const request = { origin, deviceId: 'device-1', name: 'desk', credential };
    const options = {
      clock: createHurriedClock(),
      signal: AbortSignal.timeout(5000),
      acceptUnreachable: false,
      discardCredential,
      events,
    };
    await expect(pair(request, options)).rejects.toThrow('rejected');
    expect(challenges).toEqual([`${origin}/settings/environments`]);
  });

  it('asks again while the Host is not ready, telling so once', async () => {
    const { origin } = await serve((response, count) =>
      count < 4 ? response.writeHead(503).end() : json(response, 403, { code: 'device_pairing_rejected' }),
    );
    const troubles: string[] = [];
    const events = { onChallenge: () => undefined, onTrouble: (message: string) => troubles.push(message) };
    const request = { origin, deviceId: 'device-1', name: 'desk', credential };
    const options = {
      clock: createHurriedClock(),
      signal: AbortSignal.timeout(5000),
      acceptUnreachable: false,
      discardCredential,
      events,
    };
    await expect(pair(request, options)).rejects.toThrow('rejected');
    expect(troubles).toHaveLength(1);
  });

  it('does not wait for an unreachable Host when the pairing is already approved', async () => {
    const { origin } = await serve((response) => response.writeHead(503).end());
    expect((await run(origin, true)).outcome).toEqual({ kind: 'unreachable' });
  });
});
