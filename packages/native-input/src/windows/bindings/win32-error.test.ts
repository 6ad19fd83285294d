import { describe, expect, it } from 'vitest';
import { Win32Error } from './win32-error.ts';

describe('a call that Windows refused', () => {
  it('is about the session when access was denied, as on a locked screen', () => {
    expect(new Win32Error('BitBlt', 5)).toMatchObject({ code: 'session_unavailable', systemCode: 5 });
  });

  it('is a fault of ours otherwise, with the call and the number', () => {
    const error = new Win32Error('BitBlt', 87);
    expect(error.code).toBe('internal');
    expect(error.message).toMatch(/BitBlt.*87/);
  });
});
