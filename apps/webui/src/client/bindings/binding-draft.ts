import {
  bindingSchema,
  environmentConfigurationSchema,
  presets,
  type Binding,
  type EnvironmentConfiguration,
  type Operation,
} from '../../shared/bindings.ts';
import type { Device } from '../../shared/devices.ts';
import { RequestError } from '../api/request-error.ts';
import { choiceOf, type CeilingChoice } from './ceiling.ts';
import { putBinding, suggestAlias } from './edit-configuration.ts';

/** A binding while it is written; fields may be empty or wrong. */
export type BindingDraft = {
  readonly deviceId: string;
  readonly directory: string;
  /** Typed or browsed, so another device does not replace it. */
  readonly isDirectoryChosen: boolean;
  readonly alias: string;
  readonly choice: CeilingChoice;
  readonly operations: readonly Operation[];
  readonly isDefault: boolean;
};

export type DraftIssues = Partial<Record<'device_id' | 'working_directory' | 'alias' | 'form', string>>;

export function newDraft(configuration: EnvironmentConfiguration, devices: readonly Device[]): BindingDraft {
  const device = devices.find((candidate) => candidate.status === 'connected') ?? devices[0];
  return {
    deviceId: device?.device_id ?? '',
    directory: device?.desktop?.default_working_directory ?? '',
    isDirectoryChosen: false,
    alias: suggestAlias(configuration),
    choice: presets[0].id,
    operations: presets[0].operations,
    isDefault: configuration.environment_bindings.length === 0,
  };
}

export function draftOf(binding: Binding, configuration: EnvironmentConfiguration): BindingDraft {
  const { operations } = binding.permission_ceiling;
  return {
    deviceId: binding.device_id,
    directory: binding.working_directory,
    isDirectoryChosen: true,
    alias: binding.alias,
    choice: choiceOf(operations),
    operations,
    isDefault: configuration.default_environment === binding.alias,
  };
}

/** A directory that nobody chose follows the device. */
export function chooseDevice(draft: BindingDraft, device: Device): BindingDraft {
  const directory = draft.isDirectoryChosen
    ? draft.directory
    : (device.desktop?.default_working_directory ?? '');
  return { ...draft, deviceId: device.device_id, directory };
}

/** What is wrong with a directory while it is browsed. An empty one stands for where the device begins. */
export function directoryIssue(directory: string): string | undefined {
  if (directory === '') return undefined;
  return bindingSchema.shape.working_directory.safeParse(directory).error?.issues[0]?.message;
}

type DraftReading =
  | { readonly ok: true; readonly configuration: EnvironmentConfiguration }
  | { readonly ok: false; readonly issues: DraftIssues };

/** The whole configuration with the draft in it, or what is wrong, by field. `replaces` is what was edited. */
export function readDraft(
  draft: BindingDraft,
  configuration: EnvironmentConfiguration,
  replaces: Binding | null,
): DraftReading {
  if (draft.deviceId === '') return { ok: false, issues: { device_id: 'Choose a device.' } };
  const parsed = bindingSchema.safeParse({
    ...replaces,
    device_id: draft.deviceId,
    alias: draft.alias.trim(),
    working_directory: draft.directory.trim(),
    permission_ceiling: { operations: draft.operations },
  });
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error.issues) };
  const { alias } = parsed.data;
  const isTaken = configuration.environment_bindings.some(
    (binding) => binding.alias === alias && binding.alias !== replaces?.alias,
  );
  if (isTaken) return { ok: false, issues: { alias: `The alias “${alias}” is used twice.` } };
  const next = putBinding(configuration, {
    binding: parsed.data,
    replaces: replaces?.alias ?? null,
    isDefault: draft.isDefault,
  });
  const whole = environmentConfigurationSchema.safeParse(next);
  if (whole.success) return { ok: true, configuration: whole.data };
  return { ok: false, issues: { form: whole.error.issues[0]?.message ?? 'This cannot be saved.' } };
}

/** What the server refused of the binding at this place, by field; empty when it named no field of it. */
export function refusedFields(error: Error | null, index: number): DraftIssues {
  const errors = error instanceof RequestError ? (error.problem?.errors ?? []) : [];
  const prefix = `configuration.environment_bindings.${index}.`;
  const issues = errors
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, message }) => ({ path: path.slice(prefix.length).split('.'), message }));
  return issues.length === 0 ? {} : issuesOf(issues);
}

function issuesOf(
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
): DraftIssues {
  const message = (field: string) => issues.find((issue) => issue.path[0] === field)?.message;
  const alias = message('alias');
  const directory = message('working_directory');
  const device = message('device_id');
  return {
    ...(alias !== undefined && { alias }),
    ...(directory !== undefined && { working_directory: directory }),
    ...(device !== undefined && { device_id: device }),
    ...((alias ?? directory ?? device) ? {} : { form: issues[0]?.message ?? 'This cannot be saved.' }),
  };
}
