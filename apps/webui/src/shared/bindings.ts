import * as z from 'zod';
import { deviceIdSchema } from './devices.ts';

export const computerOperations = [
  'environment.computer.describe',
  'environment.computer.observe',
  'environment.computer.click',
  'environment.computer.move',
  'environment.computer.drag',
  'environment.computer.scroll',
  'environment.computer.type_text',
  'environment.computer.press_keys',
] as const;

export const fileOperations = [
  'environment.file.stat',
  'environment.file.read_text',
  'environment.file.open_reader',
  'environment.file.open_writer',
  'environment.file.list',
  'environment.file.find',
  'environment.file.search',
  'environment.file.write_text',
  'environment.file.mkdir',
  'environment.file.patch_text',
  'environment.file.copy',
  'environment.file.move',
  'environment.file.remove',
  'environment.shell.exec',
  'environment.process.start',
  'environment.process.inspect',
  'environment.process.wait',
  'environment.process.write_stdin',
  'environment.process.close_stdin',
  'environment.process.signal',
  'environment.process.kill',
  'environment.process.release',
  'environment.output.read',
  'environment.output.release',
  'environment.port.inspect',
  'environment.port.wait',
] as const;

/** Exact names; anything else is refused when saved. What is not listed is denied. */
export const operationSchema = z.enum([...computerOperations, ...fileOperations]);
export type Operation = z.infer<typeof operationSchema>;

/** The *Allowed actions* presets, the default first. */
export const presets = [
  { id: 'files', label: 'Files and execution', operations: [...fileOperations] },
  {
    id: 'desktop-observe',
    label: 'Desktop observation only',
    operations: ['environment.computer.describe', 'environment.computer.observe'],
  },
  { id: 'desktop-control', label: 'Desktop observation and control', operations: [...computerOperations] },
] as const satisfies readonly { id: string; label: string; operations: readonly Operation[] }[];

const reservedAliases =
  /^(workspace|workspace-\d+|thread-files|configuration|builtin-skills|user-skills|content-plugin-\d+)$/;
export const aliasSchema = z
  .string()
  .max(63, 'An alias has at most 63 characters.')
  .regex(/^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/, 'Use lower-case letters and digits, separated by single - or _.')
  .refine(
    (alias) => !reservedAliases.test(alias),
    'This alias is reserved. Choose another, such as “desktop”.',
  );

export const bindingSchema = z.strictObject({
  device_id: deviceIdSchema,
  alias: aliasSchema,
  working_directory: z
    .string()
    .max(4096)
    .regex(/^\//, 'The working directory must be an absolute path, such as /home/ada or /C:/Users/ada.'),
  permission_ceiling: z.strictObject({
    operations: z
      .array(operationSchema)
      .max(64)
      .check((context) => {
        const index = repeatedIndex(context.value);
        if (index === -1) return;
        const message = 'An operation is listed twice.';
        context.issues.push({ code: 'custom', input: context.value, path: [index], message });
      }),
  }),
  egress: z.enum(['inherit']).optional(),
});
export type Binding = z.infer<typeof bindingSchema>;

/** Saved on a project or a thread for the next run. A default is required once a binding exists. */
export const environmentConfigurationSchema = z
  .strictObject({
    environment_bindings: z.array(bindingSchema).max(16),
    default_environment: aliasSchema.nullable(),
  })
  .check((context) => {
    const aliases = context.value.environment_bindings.map((binding) => binding.alias);
    for (const issue of configurationIssues(aliases, context.value.default_environment)) {
      context.issues.push({ code: 'custom', input: context.value, ...issue });
    }
  });
export type EnvironmentConfiguration = z.infer<typeof environmentConfigurationSchema>;

function configurationIssues(aliases: readonly string[], defaultEnvironment: string | null) {
  const repeated = repeatedIndex(aliases);
  return [
    ...(repeated === -1
      ? []
      : [
          {
            path: ['environment_bindings', repeated, 'alias'],
            message: `The alias “${aliases[repeated] ?? ''}” is used twice.`,
          },
        ]),
    ...defaultIssue(aliases, defaultEnvironment),
  ];
}

function defaultIssue(aliases: readonly string[], defaultEnvironment: string | null) {
  const path = ['default_environment'];
  if (defaultEnvironment === null) {
    return aliases.length === 0 ? [] : [{ path, message: 'Choose which environment is the default.' }];
  }
  if (aliases.includes(defaultEnvironment)) return [];
  return [{ path, message: `No environment has the alias “${defaultEnvironment}”.` }];
}

/** Where something stands that stood before; −1 when nothing is repeated. */
function repeatedIndex(values: readonly string[]): number {
  return values.findIndex((value, index) => values.indexOf(value) !== index);
}
