import { describe, expect, it } from 'vitest';
import type { Binding } from '../../shared/bindings.ts';
import type { Device } from '../../shared/devices.ts';
import { chooseDevice, directoryIssue, draftOf, newDraft, readDraft } from './binding-draft.ts';
import { emptyConfiguration } from './edit-configuration.ts';

const device = (id: string, status: Device['status'], directory: string): Device => ({
  device_id: id,
  name: id,
  status,
  address: '127.0.0.1',
  paired_at: '2030-01-01T00:00:00Z',
  last_seen_at: null,
  desktop: {
    available_methods: [],
    displays: [],
    observe_ready: true,
    input_ready: true,
    scroll_units: [],
    default_working_directory: directory,
    path_style: 'posix',
  },
  problem: null,
});
const offline = device('device-a', 'offline', '/home/a');
const connected = device('device-b', 'connected', '/home/b');
const saved: Binding = {
  device_id: 'device-a',
  alias: 'desktop',
  working_directory: '/srv',
  permission_ceiling: { operations: ['environment.computer.observe', 'environment.file.stat'] },
  egress: 'inherit',
};
const configuration = { environment_bindings: [saved], default_environment: 'desktop' };

describe('binding draft', () => {
  it('begins with a connected device, its directory, “desktop” and no desktop actions', () => {
    const draft = newDraft(emptyConfiguration, [offline, connected]);
    expect(draft).toMatchObject({
      deviceId: 'device-b',
      directory: '/home/b',
      alias: 'desktop',
      choice: 'files',
    });
    expect(draft.isDefault).toBe(true);
  });

  it('lets the directory follow the device until somebody chose one', () => {
    const draft = newDraft(emptyConfiguration, [connected]);
    expect(chooseDevice(draft, offline).directory).toBe('/home/a');
    expect(chooseDevice({ ...draft, directory: '/x', isDirectoryChosen: true }, offline).directory).toBe(
      '/x',
    );
  });

  it('saves an edited binding with its exact ceiling and everything that the form does not show', () => {
    const reading = readDraft({ ...draftOf(saved, configuration), directory: '/tmp' }, configuration, saved);
    expect(reading).toEqual({
      ok: true,
      configuration: { ...configuration, environment_bindings: [{ ...saved, working_directory: '/tmp' }] },
    });
  });

  it('says what is wrong at the field', () => {
    const draft = { ...newDraft(emptyConfiguration, [connected]), alias: 'Big Desk', directory: 'home' };
    const reading = readDraft(draft, emptyConfiguration, null);
    const issues = reading.ok ? {} : reading.issues;
    expect(issues.alias).toContain('lower-case');
    expect(issues.working_directory).toContain('absolute');
  });

  it('browses from the start or an absolute path only', () => {
    expect(directoryIssue('')).toBeUndefined();
    expect(directoryIssue('/home')).toBeUndefined();
    expect(directoryIssue('home')).toContain('must be an absolute path');
  });

  it('refuses a reserved or repeated alias and a missing device', () => {
    const draft = newDraft(configuration, [connected]);
    expect(readDraft({ ...draft, alias: 'workspace' }, configuration, null)).toMatchObject({ ok: false });
    expect(readDraft({ ...draft, alias: 'desktop' }, configuration, null)).toEqual({
      ok: false,
      issues: { alias: 'The alias “desktop” is used twice.' },
    });
    expect(readDraft(newDraft(configuration, []), configuration, null)).toEqual({
      ok: false,
      issues: { device_id: 'Choose a device.' },
    });
  });
});
