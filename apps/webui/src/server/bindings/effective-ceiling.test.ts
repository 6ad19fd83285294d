import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computerOperations,
  environmentConfigurationSchema,
  fileOperations,
  presets,
  type Binding,
  type EnvironmentConfiguration,
  type Operation,
} from '../../shared/bindings.ts';
import { decideOperation, effectiveEnvironment, isRedirected } from './effective-ceiling.ts';

const allOperations = [...computerOperations, ...fileOperations];
const devices = ['device-a', 'device-b', 'device-c'] as const;

const operations = fc.subarray(allOperations);
const configuration = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('desktop', 'laptop', 'lab'), fc.constantFrom(...devices), operations),
    {
      selector: ([alias]) => alias,
      maxLength: 3,
    },
  )
  .chain((rows) => {
    const bindings = rows.map(([alias, device, allowed]) => bind(alias, device, allowed));
    const aliases = bindings.map((binding) => binding.alias);
    return fc.constantFrom(...(aliases.length === 0 ? [null] : aliases)).map((default_environment) => ({
      environment_bindings: bindings,
      default_environment,
    }));
  });

function bind(alias: string, device: string, allowed: readonly Operation[]): Binding {
  return {
    device_id: device,
    alias,
    working_directory: '/home/ada',
    permission_ceiling: { operations: [...allowed] },
  };
}

function configure(...bindings: Binding[]): EnvironmentConfiguration {
  return { environment_bindings: bindings, default_environment: bindings[0]?.alias ?? null };
}

function allowedOn(environment: EnvironmentConfiguration, device: string): Set<Operation> {
  return new Set(
    environment.environment_bindings
      .filter((binding) => binding.device_id === device)
      .flatMap((binding) => binding.permission_ceiling.operations),
  );
}

function binds(environment: EnvironmentConfiguration, device: string): boolean {
  return environment.environment_bindings.some((binding) => binding.device_id === device);
}

describe('effective ceiling', () => {
  it('never allows on a device what a side that binds it does not allow', () => {
    fc.assert(
      fc.property(configuration, configuration, (project, thread) => {
        const effective = effectiveEnvironment(project, thread);
        for (const device of devices) {
          for (const operation of allowedOn(effective, device)) {
            if (binds(project, device)) expect(allowedOn(project, device)).toContain(operation);
            if (binds(thread, device)) expect(allowedOn(thread, device)).toContain(operation);
          }
        }
      }),
    );
  });

  it('keeps exactly what both sides allow where no alias clashes', () => {
    fc.assert(
      fc.property(configuration, configuration, (project, thread) => {
        fc.pre(!thread.environment_bindings.some((binding) => isRedirected(binding, project)));
        const effective = effectiveEnvironment(project, thread);
        for (const device of devices) {
          const sides = [project, thread].filter((side) => binds(side, device));
          const expected = allOperations.filter(
            (operation) => sides.length > 0 && sides.every((side) => allowedOn(side, device).has(operation)),
          );
          expect([...allowedOn(effective, device)].sort()).toEqual(expected.sort());
        }
      }),
    );
  });

  it('is itself a valid configuration: aliases once, a default that exists', () => {
    fc.assert(
      fc.property(fc.option(configuration), configuration, (project, thread) => {
        expect(environmentConfigurationSchema.safeParse(effectiveEnvironment(project, thread)).success).toBe(
          true,
        );
      }),
    );
  });

  it('allows nothing that is not listed', () => {
    fc.assert(
      fc.property(configuration, fc.constantFrom(...allOperations), (environment, operation) => {
        for (const alias of [undefined, 'desktop', 'laptop', 'lab', 'elsewhere']) {
          const decision = decideOperation(environment, { alias, operation });
          if (!decision.allowed) continue;
          expect(environment.environment_bindings).toContain(decision.binding);
          expect(decision.binding.permission_ceiling.operations).toContain(operation);
        }
      }),
    );
  });

  it('inherits the bindings of the project', () => {
    const project = configure(bind('desktop', 'device-a', computerOperations));
    expect(effectiveEnvironment(project, configure())).toEqual(project);
  });

  it('narrows a device that the thread binds under another alias', () => {
    const project = configure(bind('desktop', 'device-a', computerOperations));
    const thread = configure(
      bind('screen', 'device-a', ['environment.computer.observe', 'environment.file.stat']),
    );
    expect(effectiveEnvironment(project, thread)).toEqual(
      configure(bind('screen', 'device-a', ['environment.computer.observe'])),
    );
  });

  it('keeps an alias of the project on its device', () => {
    const project = configure(bind('desktop', 'device-a', ['environment.computer.observe']));
    const thread = configure(bind('desktop', 'device-b', computerOperations));
    expect(effectiveEnvironment(project, thread)).toEqual(project);
  });

  it('grants no desktop action in the default preset', () => {
    const environment = configure(bind('desktop', 'device-a', presets[0].operations));
    for (const operation of computerOperations) {
      expect(decideOperation(environment, { alias: 'desktop', operation }).allowed).toBe(false);
    }
  });

  it('says which alias lacks which operation, and where to change it', () => {
    const environment = configure(bind('desktop', 'device-a', ['environment.computer.observe']));
    const decision = decideOperation(environment, {
      alias: undefined,
      operation: 'environment.computer.click',
    });
    expect(decision).toMatchObject({ allowed: false, alias: 'desktop' });
    if (!decision.allowed) expect(decision.message).toContain('environment.computer.click');
  });

  it('has no environment to fall back to when none is bound', () => {
    const decision = decideOperation(configure(), {
      alias: undefined,
      operation: 'environment.computer.observe',
    });
    expect(decision).toMatchObject({ allowed: false, alias: null });
  });
});
