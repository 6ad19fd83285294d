import { describe, expect, it } from 'vitest';
import { addressFault } from './base-address.ts';

describe('the address of a model', () => {
  it.each([
    'https://api.example.com/v1',
    'http://localhost:11434/v1',
    'http://127.0.0.1:8000/v1',
    'http://[::1]:8000/v1',
    'http://[::ffff:192.168.1.4]:8000/v1',
    'http://[fd12::7]/v1',
    'http://10.1.2.3/v1',
    'http://172.31.0.9/v1',
    'http://192.168.0.20:1234/v1',
    'http://100.101.102.103/v1',
    'http://nas.local/v1',
    'http://box.lan/v1',
    'http://host.docker.internal:11434/v1',
    'http://ollama:11434/v1',
  ])('may be %s', (address) => {
    expect(addressFault('openai_compatible', address)).toBeUndefined();
  });

  it.each([
    'http://api.example.com/v1',
    'http://8.8.8.8/v1',
    'http://172.32.0.1/v1',
    'http://100.128.0.1/v1',
    'http://169.254.169.254/latest',
    'http://[2001:db8::1]/v1',
    'http://[::ffff:8.8.8.8]/v1',
    'http://local.example.com/v1',
    'http://127.0.0.1.example.com/v1',
  ])('may not be %s: the key would go there in the clear', (address) => {
    expect(addressFault('openai_compatible', address)).toContain('https://');
  });

  it('holds neither a name and password nor a query', () => {
    expect(addressFault('openai', 'https://me:secret@example.com/v1')).toContain(
      'Leave name and password out',
    );
    expect(addressFault('openai', 'https://example.com/v1?key=abc')).toContain('must end before');
  });

  it('is needed only where the provider has none of its own', () => {
    expect(addressFault('openai', null)).toBeUndefined();
    expect(addressFault('openai_compatible', null)).toContain('Give the address');
  });
});
