import { Link } from '@tanstack/react-router';
import { MonitorCog, Plus } from 'lucide-react';
import type { Binding, EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Device } from '../../shared/devices.ts';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { EmptyState } from '../design/states.tsx';
import { BindingRow } from './binding-row.tsx';
import { labelOf, listInWords } from './ceiling.ts';
import { makeDefault, removeBinding } from './edit-configuration.ts';
import { isTakenByProject, withheldByProject } from './project-limits.ts';

type BindingsListProps = {
  readonly configuration: EnvironmentConfiguration;
  readonly inherited: EnvironmentConfiguration | null;
  readonly devices: readonly Device[];
  readonly isSaved: boolean;
  readonly error: Error | null;
  /** `null` adds one. */
  readonly onEdit: (binding: Binding | null) => void;
  readonly onChange: (configuration: EnvironmentConfiguration) => void;
  readonly onDone?: () => void;
};

/** What is bound here and what the project gives, each with what of it counts. */
export function BindingsList({
  configuration,
  inherited,
  devices,
  onEdit,
  onChange,
  ...props
}: BindingsListProps) {
  const deviceOf = (binding: Binding) => devices.find((device) => device.device_id === binding.device_id);
  const own = configuration.environment_bindings;
  const hasInherited = (inherited?.environment_bindings.length ?? 0) > 0;
  const isUsable = devices.some((device) => device.status !== 'revoked');
  if (!isUsable && own.length === 0 && !hasInherited) return <NoDevice />;
  return (
    <>
      {own.length === 0 && <NoBinding hasInherited={hasInherited} />}
      {own.length > 0 && (
        <ul className="binding-list" aria-label="Environments">
          {own.map((binding) => (
            <BindingRow
              key={binding.alias}
              binding={binding}
              device={deviceOf(binding)}
              isDefault={configuration.default_environment === binding.alias}
              note={ownNote(binding, inherited)}
              onEdit={() => onEdit(binding)}
              onMakeDefault={() => onChange(makeDefault(configuration, binding.alias))}
              onRemove={() => onChange(removeBinding(configuration, binding.alias))}
            />
          ))}
        </ul>
      )}
      {inherited !== null && hasInherited && (
        <FromProject configuration={configuration} inherited={inherited} deviceOf={deviceOf} />
      )}
      <ProblemNotice error={props.error} />
      <div className="bindings-foot">
        <Button variant={own.length === 0 ? 'primary' : 'secondary'} onPress={() => onEdit(null)}>
          <Plus size={15} aria-hidden="true" />
          Add environment
        </Button>
        <p role="status">
          {props.isSaved
            ? 'Saved for the next run.'
            : 'Changes are saved for the next run; a run in progress keeps its own.'}
        </p>
        {props.onDone !== undefined && own.length > 0 && (
          <Button variant="primary" onPress={props.onDone}>
            Done
          </Button>
        )}
      </div>
    </>
  );
}

type FromProjectProps = {
  readonly configuration: EnvironmentConfiguration;
  readonly inherited: EnvironmentConfiguration;
  readonly deviceOf: (binding: Binding) => Device | undefined;
};

function FromProject({ configuration, inherited, deviceOf }: FromProjectProps) {
  return (
    <section className="bindings-editor" aria-label="From the project">
      <h3>From the project</h3>
      <ul className="binding-list">
        {inherited.environment_bindings.map((binding) => (
          <BindingRow
            key={binding.alias}
            binding={binding}
            device={deviceOf(binding)}
            isDefault={
              configuration.default_environment === null && inherited.default_environment === binding.alias
            }
            note={inheritedNote(binding, configuration)}
          />
        ))}
      </ul>
      <p className="field-hint">Adding the same device here can only narrow what the project allows on it.</p>
    </section>
  );
}

/** What of it does not count, and why. */
function ownNote(binding: Binding, project: EnvironmentConfiguration | null): string | null {
  if (isTakenByProject(binding, project))
    return 'Left out of runs: the project gives this alias to another device. Choose another alias.';
  const withheld = withheldByProject(binding, project);
  if (withheld.length === 0) return null;
  return `Narrowed by the project, which does not allow: ${listInWords(withheld.map(labelOf))}.`;
}

function inheritedNote({ device_id }: Binding, own: EnvironmentConfiguration): string | null {
  const aliases = own.environment_bindings
    .filter((binding) => binding.device_id === device_id)
    .map(({ alias }) => `“${alias}”`);
  return aliases.length === 0 ? null : `Narrowed here: this conversation uses ${aliases.join(', ')} instead.`;
}

function NoBinding({ hasInherited }: { readonly hasInherited: boolean }) {
  return (
    <p className="muted">
      {hasInherited
        ? 'No environment of its own here: what the project gives is used.'
        : 'No environment yet. Add one to let this conversation use a desktop, within limits that you choose.'}
    </p>
  );
}

function NoDevice() {
  return (
    <EmptyState
      icon={MonitorCog}
      title="No desktop is paired yet"
      actions={
        <Link
          to="/settings/environments"
          search={{ connect: true }}
          className="button"
          data-variant="primary"
        >
          Connect a desktop
        </Link>
      }
    >
      Pair a desktop first, then choose here what this conversation may do with it.
    </EmptyState>
  );
}
