import { EipError } from '@harness-desktop/eip-protocol';
import { describe, expect, it, vi } from 'vitest';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import { ProblemError } from '../http/problem-error.ts';
import { directoryErrors } from './check-directories.ts';

const listing = { path: '/srv', parent_path: null, entries: [], next_offset: null };
const missing = new ProblemError('not_found', 'gone', { cause: new EipError('not_found_or_denied', 'gone') });

function bind(...directories: string[]): EnvironmentConfiguration {
  return {
    environment_bindings: directories.map((working_directory, index) => ({
      device_id: 'device-a',
      alias: `desktop-${index}`,
      working_directory,
      permission_ceiling: { operations: [] },
    })),
    default_environment: null,
  };
}

function check(answer: Error | typeof listing, saved?: EnvironmentConfiguration) {
  const listDirectory = vi.fn(() =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  );
  const hub = { connectionState: () => 'connected' as const, listDirectory };
  const found = directoryErrors(bind('/srv', '/opt'), { hub, nameOf: () => 'Desk', saved });
  return { found, listDirectory };
}

describe('working directories', () => {
  it('are accepted when the device lists them', async () => {
    expect(await check(listing).found).toEqual([]);
  });

  it('are refused at their field when the device has no such directory', async () => {
    const errors = await check(missing).found;
    expect(errors.map(({ path }) => path)).toEqual([
      'configuration.environment_bindings.0.working_directory',
      'configuration.environment_bindings.1.working_directory',
    ]);
    expect(errors[0]?.message).toContain('“Desk”');
  });

  it('that were saved before are not asked for again', async () => {
    const { found, listDirectory } = check(missing, bind('/srv'));
    expect((await found).map(({ path }) => path)).toEqual([
      'configuration.environment_bindings.1.working_directory',
    ]);
    expect(listDirectory).toHaveBeenCalledOnce();
  });

  it.each([
    ['lists no directories', new ProblemError('unsupported_by_device', 'no')],
    ['does not answer in time', new ProblemError('device_timeout', 'late')],
    ['goes offline meanwhile', new ProblemError('device_offline', 'lost')],
  ])('pass unchecked when the device %s', async (_name, error) => {
    expect(await check(error).found).toEqual([]);
  });
});
