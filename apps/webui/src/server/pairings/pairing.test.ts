import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pairingListSchema } from '../../shared/devices.ts';
import { liveEventSchema } from '../../shared/events.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const credential = 'ab'.repeat(32);
const digest = createHash('sha256').update(credential).digest('hex');
const minute = 60_000;
const idSchema = z.object({ challenge: z.object({ pairing_id: z.string() }) });

describe('pairing', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const pair = (options: { credential?: string; body?: Record<string, unknown>; address?: string } = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/envd/pair',
      remoteAddress: options.address ?? '127.0.0.1',
      headers: {
        host: new URL(server.origin).host,
        authorization: `Bearer ${options.credential ?? credential}`,
      },
      payload: options.body ?? { device_id: 'd-1', name: 'Desk' },
    });
  const decide = (decision: 'approve' | 'reject', pairingId = `pair-${digest.slice(0, 24)}`) =>
    server.request({ method: 'POST', url: `/api/pairings/${pairingId}/${decision}` });
  const pending = async () =>
    pairingListSchema.parse((await server.request({ url: '/api/pairings' })).json()).pairings;
  const events = async () => {
    const rows = await server.context.database.selectFrom('events').select('event_json').execute();
    return rows.map((row) => liveEventSchema.parse(JSON.parse(row.event_json)));
  };

  it('answers a new daemon exactly what the 0.1 wire says', async () => {
    const response = await pair();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      status: 'pending',
      challenge: {
        device_id: 'd-1',
        name: 'Desk',
        pairing_id: `pair-${digest.slice(0, 24)}`,
        verification_code: `${digest.slice(24, 28)}-${digest.slice(28, 32)}`.toUpperCase(),
        expires_at: '2026-03-01T12:10:00Z',
      },
      approval_url: `${server.origin}/settings/environments`,
      poll_after_seconds: 2,
    });
  });

  it('names its socket under the address that the daemon dialed once approved', async () => {
    await pair();
    expect((await decide('approve')).statusCode).toBe(204);
    const resource = `device-${digest.slice(0, 24)}`;
    expect((await pair()).json()).toEqual({
      status: 'approved',
      resource_id: resource,
      websocket_url: `${server.origin.replace('http', 'ws')}/api/devices/${resource}/connect`,
    });
  });

  it('uses the public address when there is one', async () => {
    await server.close();
    server = await startTestServer({ config: { publicOrigin: 'https://desktop.example.com' } });
    expect((await pair()).json()).toMatchObject({
      approval_url: 'https://desktop.example.com/settings/environments',
    });
    await decide('approve');
    const resource = `device-${digest.slice(0, 24)}`;
    const websocket_url = `wss://desktop.example.com/api/devices/${resource}/connect`;
    expect((await pair()).json()).toMatchObject({ websocket_url });
  });

  it('makes one device of one credential, however often the command runs', async () => {
    await pair();
    await decide('approve');
    await pair({ body: { device_id: 'd-1', name: 'Renamed' } });
    const { devices } = (await server.request({ url: '/api/devices' })).json<{ devices: unknown[] }>();
    expect(devices).toMatchObject([{ name: 'Desk', status: 'offline', desktop: null, problem: null }]);
    expect((await pending()).length).toBe(0);
    expect((await decide('approve')).json()).toMatchObject({ code: 'device_pairing_not_found' });
  });

  it('lets a daemon poll as often as it likes', async () => {
    for (let poll = 0; poll < 30; poll += 1) expect((await pair()).statusCode).toBe(200);
    expect((await pending()).length).toBe(1);
  });

  it('stores the hash of the credential only', async () => {
    await pair();
    await decide('approve');
    const tables = ['devices', 'pairings', 'events'] as const;
    const rows = tables.map((table) => server.context.database.selectFrom(table).selectAll().execute());
    const stored = JSON.stringify(await Promise.all(rows));
    expect(stored).not.toContain(credential);
    expect(stored).toContain(digest);
    expect(server.log.join('')).not.toContain(credential);
  });

  it.each(['', 'Bearer', `Bearer ${'AB'.repeat(32)}`, `Bearer ${'ab'.repeat(31)}`, `Basic ${credential}`])(
    'refuses the authorization “%s”',
    async (authorization) => {
      const response = await server.request({
        method: 'POST',
        url: '/api/envd/pair',
        headers: { authorization },
        payload: { unknown: true },
      });
      expect([response.statusCode, response.json()]).toMatchObject([
        401,
        { code: 'device_authentication_failed' },
      ]);
      expect(response.json<{ message?: string; detail: string }>().detail).not.toBe('');
    },
  );

  it.each([
    [{ device_id: 'd-1' }, 'name'],
    [{ device_id: 'd-1', name: '' }, 'name'],
    [{ device_id: 7, name: 'Desk' }, 'device_id'],
    [{ device_id: 'd-1', name: 'Desk', approved: true }, 'approved'],
    [{ device_id: 'd-1', name: 'x'.repeat(2000) }, 'name'],
  ])('refuses the body %j and names %s', async (body, path) => {
    const response = await pair({ body });
    expect([response.statusCode, response.json()]).toMatchObject([400, { errors: [{ path }] }]);
  });

  it('refuses one credential for two devices, before and after approval', async () => {
    await pair();
    const other = { body: { device_id: 'd-2', name: 'Other' } };
    expect([(await pair(other)).statusCode, (await pair(other)).json()]).toMatchObject([
      409,
      { code: 'device_pairing_conflict' },
    ]);
    await decide('approve');
    expect((await pair(other)).json()).toMatchObject({ code: 'device_pairing_conflict' });
  });

  it('tells a rejected daemon so, until the request would have expired', async () => {
    await pair();
    expect((await decide('reject')).statusCode).toBe(204);
    expect([(await pair()).statusCode, (await pair()).json()]).toMatchObject([
      403,
      { code: 'device_pairing_rejected' },
    ]);
    expect((await decide('approve')).statusCode).toBe(404);
    server.advance(10 * minute);
    expect((await pair()).json()).toMatchObject({ status: 'pending' });
  });

  it('ends a request after ten minutes', async () => {
    await pair();
    server.advance(10 * minute - 1);
    expect((await pending()).length).toBe(1);
    server.advance(1);
    expect(await pending()).toEqual([]);
    expect((await decide('approve')).json()).toMatchObject({ code: 'device_pairing_not_found' });
  });

  it('tells a revoked device so', async () => {
    await pair();
    await decide('approve');
    const resource = `/api/devices/device-${digest.slice(0, 24)}`;
    expect((await server.request({ method: 'POST', url: `${resource}/revoke` })).statusCode).toBe(204);
    expect([(await pair()).statusCode, (await pair()).json()]).toMatchObject([
      403,
      { code: 'device_revoked' },
    ]);
    expect((await server.request({ method: 'DELETE', url: resource })).statusCode).toBe(204);
    expect((await pair()).json()).toMatchObject({ status: 'pending' });
  });

  it('takes five new requests a minute from one address', async () => {
    const attempt = (address: string) => pair({ credential: randomBytes(32).toString('hex'), address });
    for (let count = 0; count < 5; count += 1) expect((await attempt('10.0.0.1')).statusCode).toBe(200);
    const sixth = await attempt('10.0.0.1');
    expect([sixth.statusCode, sixth.json()]).toMatchObject([429, { code: 'device_pairing_capacity' }]);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt('10.0.0.2')).statusCode).toBe(200);
  });

  it('lets 128 requests wait at once', async () => {
    for (let count = 0; count < 128; count += 1) {
      const response = await pair({
        credential: randomBytes(32).toString('hex'),
        address: `10.0.1.${count}`,
      });
      idSchema.parse(response.json());
    }
    const next = await pair({ credential: randomBytes(32).toString('hex'), address: '10.0.2.1' });
    expect([next.statusCode, next.json()]).toMatchObject([429, { code: 'device_pairing_capacity' }]);
    server.advance(10 * minute);
    expect((await pair({ address: '10.0.2.2' })).statusCode).toBe(200);
  });

  it('shows a device’s own name on one bounded line without tricks', async () => {
    await pair({ body: { device_id: 'd-1', name: `\u202Eevil\u0000<b>\n\tname\u200B ${'x'.repeat(200)}` } });
    const [request] = await pending();
    expect(request?.name).toMatch(/^evil <b> name x+$/);
    expect(request?.name.length).toBe(80);
  });

  it('tells every open page about a request and its end', async () => {
    await pair();
    await decide('approve');
    expect(await events()).toMatchObject([
      { type: 'pairing', pairing: { name: 'Desk', address: '127.0.0.1' } },
      { type: 'pairing_ended', outcome: 'approved' },
      { type: 'device', device: { name: 'Desk', status: 'offline' } },
    ]);
  });
});
