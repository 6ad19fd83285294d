import { describe, expect, it } from 'vitest';
import { checkWebSocketUrl, parseHostUrl } from './host-url.ts';

describe('parseHostUrl', () => {
  it.each([
    ['https://ui.example', 'https://ui.example'],
    ['https://UI.example:443/', 'https://ui.example'],
    ['http://127.0.0.1:4180', 'http://127.0.0.1:4180'],
    ['http://localhost:4180/', 'http://localhost:4180'],
    ['http://[::1]:4180', 'http://[::1]:4180'],
  ])('takes %s as %s', (text, origin) => expect(parseHostUrl(text)).toBe(origin));

  it.each([
    'http://192.168.1.5:4180',
    'http://ui.example',
    'http://127.evil.example',
    'http://localhost.example',
  ])('F5 refuses plain HTTP to %s', (text) => expect(() => parseHostUrl(text)).toThrow('plain HTTP'));

  it.each([
    'ftp://ui.example',
    'nonsense',
    'https://user:pw@ui.example',
    'https://ui.example/path',
    'https://ui.example/?a',
  ])('refuses %s', (text) => expect(() => parseHostUrl(text)).toThrow());
});

describe('checkWebSocketUrl', () => {
  it('accepts the socket of the paired Host', () => {
    const url = 'wss://ui.example/api/devices/device-a/connect';
    expect(checkWebSocketUrl(url, 'https://ui.example')).toBe(url);
  });

  it.each([
    'wss://other.example/api/devices/device-a/connect',
    'wss://ui.example:8443/api/devices/device-a/connect',
    'ws://ui.example/api/devices/device-a/connect',
    'wss://user@ui.example/api/devices/device-a/connect',
    'https://ui.example/api/devices/device-a/connect',
    'nonsense',
  ])('F6 refuses %s for https://ui.example', (url) =>
    expect(() => checkWebSocketUrl(url, 'https://ui.example')).toThrow('Refused'),
  );
});
