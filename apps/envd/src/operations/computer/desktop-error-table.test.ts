import { EipError } from '@harness-desktop/eip-protocol';
import { DesktopError } from '@harness-desktop/native-input';
import type { DesktopErrorCode } from '@harness-desktop/native-input';
import { describe, expect, it } from 'vitest';
import { safeDetailOf, withDesktopErrors } from './desktop-error-table.ts';

const refusedOn = async (platform: NodeJS.Platform, code: DesktopErrorCode): Promise<EipError> => {
  const refuse = () => Promise.reject(new DesktopError(code, 'Told to the log only.'));
  try {
    return await withDesktopErrors(new AbortController().signal, refuse, platform);
  } catch (error) {
    if (error instanceof EipError) return error;
    throw error;
  }
};

describe('a desktop that cannot be operated', () => {
  it('is not taken for Windows on a locked Mac', async () => {
    const error = await refusedOn('darwin', 'session_unavailable');
    expect(error).toMatchObject({ errorType: 'provider_unavailable', details: {} });
    expect(error.message).toContain('the screen is locked');
    expect(error.message).not.toContain('Windows');
    expect(safeDetailOf('session_unavailable', 'darwin')).toBeUndefined();
  });

  it('has the detail of the protocol on Windows', async () => {
    const detail = 'computer_windows_desktop_unavailable';
    const error = await refusedOn('win32', 'session_unavailable');
    expect(error).toMatchObject({ details: { safe_detail: detail } });
    expect(safeDetailOf('session_unavailable', 'win32')).toBe(detail);
  });

  it.each([
    ['darwin', 'secure keyboard entry'],
    ['win32', 'higher rights'],
  ] as const)('says on %s why keys are not taken', async (platform, words) => {
    expect((await refusedOn(platform, 'input_blocked')).message).toContain(words);
  });
});
