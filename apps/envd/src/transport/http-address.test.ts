import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, namesLoopback, parseListenAddress, urlOf } from './http-address.ts';

describe('an address to listen on', () => {
  it.each([
    ['127.0.0.1:4190', { host: '127.0.0.1', port: 4190 }],
    ['localhost:0', { host: '127.0.0.1', port: 0 }],
    ['[::1]:65535', { host: '::1', port: 65_535 }],
    ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
    ['127.0.0.1', null],
    ['127.0.0.1:65536', null],
    ['127.0.0.1:-1', null],
    ['::1:80', null],
    ['[127.0.0.1]:80', null],
    ['desk.example:80', null],
    ['http://127.0.0.1:80', null],
    ['300.0.0.1:80', null],
    ['', null],
  ])('%j is %j', (text, address) => {
    expect(parseListenAddress(text)).toEqual(address);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['::ffff:0.0.0.0', false],
    ['192.168.1.5', false],
    ['128.0.0.1', false],
  ])('%s is of this machine only: %s', (host, loopback) => {
    expect(isLoopbackAddress(host)).toBe(loopback);
  });

  it('is written as a URL', () => {
    expect(urlOf('https', { host: '::1', port: 1 })).toBe('https://[::1]:1');
    expect(urlOf('http', { host: '127.0.0.1', port: 2 })).toBe('http://127.0.0.1:2');
  });
});

it.each([
  ['127.0.0.1:4190', true],
  ['LocalHost', true],
  ['[::1]:4190', true],
  ['localhost:1', true],
  ['localhost.evil.example:4190', false],
  ['evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['192.168.1.5:4190', false],
  ['localhost:1:2', false],
  ['', false],
  [undefined, false],
])('the Host header %j names this machine: %s', (header, names) => {
  expect(namesLoopback(header)).toBe(names);
});
