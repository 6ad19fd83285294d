import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readServerConfig, type ConfigSources } from './read-server-config.ts';

const read = (flags: ConfigSources['flags'] = {}, environment: ConfigSources['environment'] = {}) =>
  readServerConfig({ flags, environment, version: '1.0.0' });

describe('configuration', () => {
  it('listens on loopback only and keeps its data in the home folder by default', () => {
    expect(read()).toEqual({
      host: '127.0.0.1',
      port: 4180,
      dataDir: join(homedir(), '.harness-ui'),
      publicOrigin: null,
      logLevel: 'info',
      trustProxy: false,
      version: '1.0.0',
    });
  });

  it('takes a flag before its variable', () => {
    const environment = {
      HARNESS_UI_PORT: '1',
      HARNESS_UI_HOST: '::1',
      HARNESS_UI_TRUST_PROXY: 'true',
      PATH: '/bin',
    };
    expect(read({ port: '0' }, environment)).toMatchObject({ port: 0, host: '::1', trustProxy: true });
  });

  it('keeps the origin of the public address', () => {
    expect(read({ publicUrl: 'https://Desktop.example.com:443/' }).publicOrigin).toBe(
      'https://desktop.example.com',
    );
    expect(read({ publicUrl: 'http://localhost:8080' }).publicOrigin).toBe('http://localhost:8080');
  });

  it.each([
    [{ port: '70000' }, {}, '--port'],
    [{ port: '80 ' }, {}, '--port'],
    [{ host: '' }, {}, '--host'],
    [{ logLevel: 'loud' }, {}, '--log-level'],
    [{ trustProxy: 'yes' }, {}, '--trust-proxy'],
    [{ publicUrl: 'http://desktop.example.com' }, {}, '--public-url: Use https'],
    [{ publicUrl: 'https://example.com/ui' }, {}, '--public-url: Give only'],
    [{ publicUrl: 'https://me:secret@example.com' }, {}, '--public-url: Give only'],
    [{ publicUrl: 'example.com' }, {}, '--public-url'],
    [{}, { HARNESS_UI_PORT: 'x' }, 'HARNESS_UI_PORT'],
    [{}, { HARNESS_UI_PASSWORD: 'x' }, 'HARNESS_UI_PASSWORD is not known'],
  ])('refuses %j %j and names what is wrong', (flags, environment, message) => {
    expect(() => read(flags, environment)).toThrow(message);
  });
});
