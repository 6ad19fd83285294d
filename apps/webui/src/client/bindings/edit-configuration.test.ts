import { describe, expect, it } from 'vitest';
import {
  environmentConfigurationSchema,
  type Binding,
  type EnvironmentConfiguration,
} from '../../shared/bindings.ts';
import {
  emptyConfiguration,
  makeDefault,
  putBinding,
  removeBinding,
  suggestAlias,
} from './edit-configuration.ts';

const binding = (alias: string): Binding => ({
  device_id: 'device-a',
  alias,
  working_directory: '/home/ada',
  permission_ceiling: { operations: ['environment.computer.observe'] },
});
const add = (configuration: EnvironmentConfiguration, alias: string, isDefault = false) =>
  putBinding(configuration, { binding: binding(alias), replaces: null, isDefault });
const two = add(add(emptyConfiguration, 'desktop'), 'laptop');

describe('bindings', () => {
  it('makes the first binding the default, asked or not', () => {
    expect(add(emptyConfiguration, 'desktop').default_environment).toBe('desktop');
  });

  it('keeps the default when another is added, unless asked', () => {
    expect(two.default_environment).toBe('desktop');
    expect(add(two, 'third', true).default_environment).toBe('third');
  });

  it('replaces a binding in its place and follows a new alias of the default', () => {
    const next = putBinding(two, { binding: binding('office'), replaces: 'desktop', isDefault: true });
    expect(next.environment_bindings.map((entry) => entry.alias)).toEqual(['office', 'laptop']);
    expect(next.default_environment).toBe('office');
  });

  it('hands the default on when it is taken from a binding or removed', () => {
    const taken = putBinding(two, { binding: binding('desktop'), replaces: 'desktop', isDefault: false });
    expect(taken.default_environment).toBe('laptop');
    expect(removeBinding(two, 'desktop').default_environment).toBe('laptop');
    expect(removeBinding(two, 'laptop').default_environment).toBe('desktop');
  });

  it('has no default without bindings', () => {
    expect(removeBinding(add(emptyConfiguration, 'desktop'), 'desktop')).toEqual(emptyConfiguration);
  });

  it('always gives a configuration that can be saved', () => {
    for (const configuration of [two, makeDefault(two, 'laptop'), removeBinding(two, 'desktop')]) {
      expect(environmentConfigurationSchema.safeParse(configuration).success).toBe(true);
    }
  });

  it('suggests “desktop”, then a number', () => {
    expect(suggestAlias(emptyConfiguration)).toBe('desktop');
    expect(suggestAlias(two)).toBe('desktop-2');
    expect(suggestAlias(add(two, 'desktop-2'))).toBe('desktop-3');
  });
});
