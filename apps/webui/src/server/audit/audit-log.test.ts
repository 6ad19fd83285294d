import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditPageSchema } from '../../shared/access.ts';
import { auditActions } from '../../shared/audit.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

describe('the audit log', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const page = async (query = '') =>
    auditPageSchema.parse((await server.request({ url: `/api/settings/audit${query}` })).json());
  const owner = { kind: 'owner', address: '127.0.0.1' } as const;
  const fill = async (count: number, action: 'device.renamed' | 'sign_in.failed') => {
    const entry = {
      at: 'then',
      actor_kind: 'server' as const,
      actor_name: '',
      subject: '',
      detail: '',
      address: '',
    };
    for (let done = 0; done < count; done += 500) {
      const rows = Array.from({ length: Math.min(500, count - done) }, () => ({ ...entry, action }));
      await server.context.database.insertInto('audit_entries').values(rows).execute();
    }
  };
  const countOf = async (action: string) =>
    (
      await server.context.database
        .selectFrom('audit_entries')
        .select('audit_id')
        .where('action', '=', action)
        .execute()
    ).length;

  it('is read in pages, the newest first, each entry once', async () => {
    for (let number = 1; number <= 5; number += 1) {
      await server.context.audit.record({ actor: owner, action: 'run.started', subject: `run-${number}` });
    }
    const first = await page('?limit=2');
    const second = await page(`?limit=2&before=${first.next_before ?? ''}`);
    const third = await page(`?limit=2&before=${second.next_before ?? ''}`);
    const subjects = [first, second, third].map(({ entries }) => entries.map(({ subject }) => subject));
    expect(subjects).toEqual([['run-5', 'run-4'], ['run-3', 'run-2'], ['run-1']]);
    expect(third.next_before).toBeNull();
  });

  it('is filtered by kind', async () => {
    await server.context.audit.record({ actor: owner, action: 'run.started' });
    await server.context.audit.record({ actor: owner, action: 'model.deleted' });
    expect((await page('?kind=settings')).entries.map(({ action }) => action)).toEqual(['model.deleted']);
    expect((await server.request({ url: '/api/settings/audit?kind=moon' })).statusCode).toBe(400);
  });

  it('holds texts as single bounded lines', async () => {
    const name = `<img src=x onerror=alert(1)>\u202E\u001B[31m\n${'x'.repeat(1_000_000)}`;
    await server.context.audit.record({
      actor: { kind: 'device', name, address: name },
      action: 'pairing.requested',
      subject: name,
      detail: name,
    });
    const [entry] = (await page()).entries;
    for (const text of [entry?.actor_name, entry?.detail, entry?.subject, entry?.address]) {
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text?.length).toBeLessThanOrEqual(500);
    }
  });

  it('cannot be changed, not even by the server', async () => {
    await server.context.audit.record({ actor: owner, action: 'run.started' });
    const change = server.context.database
      .updateTable('audit_entries')
      .set({ action: 'run.ended' })
      .execute();
    await expect(change).rejects.toThrow('append-only');
  });

  it('keeps what the owner did, however often strangers fail to come in', async () => {
    await server.context.audit.record({ actor: owner, action: 'device.revoked' });
    await fill(3000, 'sign_in.failed');
    for (let count = 0; count < 50; count += 1) {
      await server.context.audit.record({ actor: { kind: 'server' }, action: 'sign_in.failed' });
    }
    expect(await countOf('sign_in.failed')).toBe(1000);
    expect(await countOf('device.revoked')).toBe(1);
  });

  it('keeps the newest 50 000 entries', async () => {
    await fill(50_100, 'device.renamed');
    for (let count = 0; count < 51; count += 1) {
      await server.context.audit.record({ actor: owner, action: 'run.started' });
    }
    expect(await countOf('device.renamed')).toBe(50_000 - 51);
  });

  it('never fails the action that it tells of', async () => {
    await server.context.database.schema.dropTable('audit_entries').execute();
    await server.context.audit.record({ actor: owner, action: 'run.started' });
    expect(server.log.join('')).toContain('audit entry not written');
  });

  it('tells who came in, how, and what was refused', async () => {
    const anonymous = (url: string, payload: Record<string, unknown>) =>
      server.request({ method: 'POST', url, payload, headers: { cookie: '' } });
    await anonymous('/api/session/link', { token: 't'.repeat(43) });
    await server.request({ method: 'DELETE', url: '/api/session' });
    const rows = await server.context.database.selectFrom('audit_entries').selectAll().execute();
    expect(rows).toMatchObject([
      {
        actor_kind: 'server',
        action: 'sign_in.failed',
        detail: 'A link that was used or is too old.',
        address: '127.0.0.1',
      },
      { actor_kind: 'owner', action: 'session.ended', subject: 'session-owner' },
    ]);
  });
});

it('lists its actions in docs/security.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/security.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\| (\w+) +\| (.+?) +\|$/gm)];
  const expected = Object.entries(auditActions).map(([action, { kind, words }]) => [action, kind, words]);
  expect(listed.map((row) => row.slice(1))).toEqual(expected);
});
