import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aliasSchema,
  computerOperations,
  environmentConfigurationSchema,
  fileOperations,
  type EnvironmentConfiguration,
} from '../../../shared/bindings.ts';
import type { Device } from '../../../shared/devices.ts';
import { issuesOfProblem } from './configuration-issues.ts';
import { readYaml } from './read-yaml.ts';
import { writeYaml } from './write-yaml.ts';

const device = (device_id: string, status: Device['status'] = 'connected'): Device => ({
  device_id,
  name: `Name of ${device_id}`,
  status,
  address: '127.0.0.1',
  paired_at: '2030-01-01T00:00:00Z',
  last_seen_at: null,
  desktop: null,
  problem: null,
});
const deviceIds = ['device-a', 'device-b', 'device-0'];
const context = { devices: deviceIds.map((id) => device(id)), inherited: null };

const written = `environment_bindings:
  - device_id: device-a
    alias: desktop
    working_directory: /home/ada
    permission_ceiling:
      operations:
        - environment.computer.observe
        - environment.computer.click
default_environment: desktop
`;

/** The problems of the text with something replaced, as “line: message”. */
function problemsOf(from: string | RegExp, to: string, more = {}): readonly string[] {
  const text = written.replace(from, to);
  expect(text).not.toBe(written);
  const { problems } = readYaml(text, { ...context, ...more });
  return problems.map(({ line, message }) => `${line}: ${message}`);
}

const configurations: fc.Arbitrary<EnvironmentConfiguration> = fc
  .uniqueArray(
    fc.record({
      device_id: fc.constantFrom(...deviceIds),
      alias: fc
        .oneof(
          fc.constantFrom('desktop', 'null', 'true', 'yes', 'on', 'e1', 'x-0', 'no_1'),
          fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/),
        )
        .filter((alias) => aliasSchema.safeParse(alias).success),
      working_directory: fc.string({ unit: 'binary', maxLength: 60 }).map((path) => `/${path}`),
      permission_ceiling: fc.record({ operations: fc.subarray([...computerOperations, ...fileOperations]) }),
      egress: fc.constantFrom('inherit' as const, undefined),
    }),
    { selector: ({ alias }) => alias, maxLength: 4 },
  )
  .chain((bindings) => {
    const aliases = bindings.map(({ alias }) => alias);
    return fc.constantFrom(...(aliases.length === 0 ? [null] : aliases)).map((default_environment) =>
      environmentConfigurationSchema.parse({
        environment_bindings: bindings.map(({ egress, ...binding }) =>
          egress === undefined ? binding : { ...binding, egress },
        ),
        default_environment,
      }),
    );
  });

describe('a configuration as YAML', () => {
  it('reads back as exactly what was written, whatever the values look like', () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        const { configuration: read, problems } = readYaml(writeYaml(configuration), context);
        expect(problems).toEqual([]);
        expect(read).toEqual(configuration);
      }),
    );
  });

  it('is written the same again after it was read', () => {
    expect(readYaml(written, context).problems).toEqual([]);
    const { configuration } = readYaml(`# mine\n${written}`, context);
    expect(configuration && writeYaml(configuration)).toBe(written);
  });

  it('never throws and always points inside of the text, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from(' \n\t-:[]{}#&*!|>"\'%@`,ab?')), maxLength: 40 }),
        fc.nat({ max: written.length }),
        (garbage, at) => {
          const text = written.slice(0, at) + garbage + written.slice(at);
          for (const { from, to, line } of readYaml(text, context).problems) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThanOrEqual(from);
            expect(to).toBeLessThanOrEqual(text.length);
            expect(line).toBeLessThanOrEqual(text.split('\n').length);
          }
        },
      ),
    );
  });
});

describe('what is wrong is said at its line', () => {
  it.each([
    ['a syntax error', 'alias: desktop', 'alias: "desktop', /^3: /],
    [
      'a name written twice',
      'alias: desktop',
      'alias: desktop\n    alias: other',
      /^4: Map keys must be unique/,
    ],
    [
      'an unknown action, with what was meant',
      'computer.click',
      'computer.clik',
      /^8: “environment.computer.clik” is no action. Did you mean environment.computer.click\?$/,
    ],
    [
      'an action by its last word',
      'environment.computer.click',
      'click',
      /Did you mean environment.computer.click/,
    ],
    ['an action listed twice', 'environment.computer.click', 'environment.computer.observe', /^8: .*twice/],
    ['a reserved alias', /desktop/g, 'workspace', /^3: This alias is reserved/],
    ['a wrong alias', 'alias: desktop', 'alias: Big Desk', /^3: Use lower-case/],
    [
      'a name that is not known',
      'alias:',
      'alais:',
      /^3: “alais” is not known here. Known are device_id, alias/,
    ],
    ['something missing, at its entry', '    alias: desktop\n', '', /^2: “alias” is missing\.$/],
    [
      'text where a list belongs',
      /operations:[^]*click/,
      'operations: all',
      /^6: “operations” must be a list/,
    ],
    ['a relative directory', '/home/ada', 'home', /^4: .*absolute/],
    ['a device that is not paired', 'device-a', 'device-z', /^2: No device with this id is paired\.$/],
    ['a device id of another shape', 'device-a', 'laptop', /^2: A device id looks like/],
    [
      'a missing default',
      'default_environment: desktop',
      'default_environment: null',
      /^9: Choose which environment/,
    ],
    [
      'a default that is not there',
      'default_environment: desktop',
      'default_environment: lab',
      /^9: No environment has the alias “lab”/,
    ],
    ['a default left out', 'default_environment: desktop\n', '', /“default_environment” is missing/],
  ] as const)('%s', (...[, from, to, expected]) => {
    const found = problemsOf(from, to);
    expect(
      found.some((problem) => expected.test(problem)),
      found.join('\n'),
    ).toBe(true);
  });

  it('an alias that is used twice, at the second one', () => {
    const second = written.slice(written.indexOf('  - device_id'), written.indexOf('default_'));
    expect(problemsOf('default_', `${second}default_`)).toEqual(['10: The alias “desktop” is used twice.']);
  });

  it('a revoked device', () => {
    const devices = [device('device-a', 'revoked')];
    expect(readYaml(written, { ...context, devices }).problems).toMatchObject([{ line: 2 }]);
  });

  it('an empty text', () => {
    expect(readYaml('', context)).toMatchObject({
      configuration: null,
      problems: [
        { message: '“environment_bindings” is missing.' },
        { message: '“default_environment” is missing.' },
      ],
    });
  });

  it('references that multiply without end', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c, *c]`;
    expect(readYaml(bomb, context)).toMatchObject({ configuration: null, problems: [{ line: 1 }] });
  });

  it('what the server refused', () => {
    const refused = issuesOfProblem({
      type: 'urn:x',
      title: 'No',
      status: 400,
      code: 'invalid_request',
      detail: 'No.',
      errors: [
        {
          path: 'configuration.environment_bindings.0.working_directory',
          message: 'There is no such directory.',
        },
        { path: 'project_id', message: 'Elsewhere.' },
      ],
    });
    expect(readYaml(written, context, refused)).toMatchObject({
      configuration: null,
      problems: [{ line: 4, message: 'There is no such directory.' }],
    });
  });
});

describe('in a project', () => {
  const inherited = (device_id: string): EnvironmentConfiguration => ({
    environment_bindings: [
      {
        device_id,
        alias: 'desktop',
        working_directory: '/',
        permission_ceiling: { operations: ['environment.computer.observe'] },
      },
    ],
    default_environment: 'desktop',
  });

  it('warns at the action that the project does not allow, and can still be saved', () => {
    const reading = readYaml(written, { ...context, inherited: inherited('device-a') });
    expect(reading.problems).toMatchObject([{ line: 8, severity: 'warning' }]);
    expect(reading.configuration).not.toBeNull();
  });

  it('refuses an alias that the project gives to another device', () => {
    const reading = readYaml(written, { ...context, inherited: inherited('device-b') });
    expect(reading.problems).toMatchObject([{ line: 3, severity: 'error' }]);
  });
});
