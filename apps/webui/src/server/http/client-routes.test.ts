import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const script = `export const text = '${'x'.repeat(2000)}';`;

describe('the built client', () => {
  let folder: string;
  let clientDir: string;
  let server: TestServer;
  const build = async () => {
    await mkdir(join(clientDir, 'assets'));
    await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Harness</title>');
    await writeFile(join(clientDir, 'assets/main-abc.js'), script);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harness-ui-client-'));
    clientDir = join(folder, 'client');
    await mkdir(clientDir);
    server = await startTestServer({ clientDir });
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('is served with its index at every page address', async () => {
    await build();
    for (const url of [
      '/',
      '/settings/',
      '/settings/environments',
      '/setup',
      '/assets',
      '/threads/abc?x=1',
    ]) {
      const page = await server.request({ url, headers: { cookie: '' } });
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toContain('<title>Harness</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
    }
  });

  it('has assets that never need to be asked for again', async () => {
    await build();
    const asset = await server.request({ url: '/assets/main-abc.js' });
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    });
    expect(asset.body).toBe(script);
  });

  it('is sent compressed where the build left a compressed copy', async () => {
    await build();
    await writeFile(join(clientDir, 'assets/main-abc.js.gz'), gzipSync(script));
    const asset = await server.request({
      url: '/assets/main-abc.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect(gunzipSync(asset.rawPayload).toString()).toBe(script);
  });

  it('answers 304 for an unchanged page', async () => {
    await build();
    const { etag = '' } = (await server.request({ url: '/' })).headers;
    const again = await server.request({ url: '/', headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(['/assets/gone.js', '/favicon.ico', '/api/nothing', '/../package.json', '/.env', '/assets/'])(
    'answers %s, which is not there, with a problem',
    async (url) => {
      await build();
      const response = await server.request({ url });
      expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'not_found' }]);
    },
  );

  it('never leaves its folder', async () => {
    await build();
    await writeFile(join(clientDir, '../outside.txt'), 'outside');
    for (const url of ['/%2e%2e/outside.txt', '/..%2foutside.txt', '/assets/%2e%2e/%2e%2e/outside.txt']) {
      const response = await server.request({ url });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.body).not.toContain('outside');
    }
  });

  it('says how to build it when it is missing, and is found once it is built', async () => {
    const missing = await server.request({ url: '/' });
    expect([missing.statusCode, missing.body]).toEqual([503, expect.stringContaining('npm run build')]);
    await build();
    expect((await server.request({ url: '/' })).statusCode).toBe(200);
  });

  it('is not answered to other methods', async () => {
    await build();
    expect((await server.request({ method: 'POST', url: '/', payload: {} })).json()).toMatchObject({
      code: 'not_found',
    });
  });
});
