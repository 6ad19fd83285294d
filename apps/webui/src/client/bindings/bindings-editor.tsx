import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MonitorCog, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Binding, EnvironmentConfiguration } from '../../shared/bindings.ts';
import { devicesQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { EmptyState, Skeleton } from '../design/states.tsx';
import { BindingForm } from './binding-form.tsx';
import { BindingRow } from './binding-row.tsx';
import { makeDefault, removeBinding } from './edit-configuration.ts';
import './bindings.css';

type BindingsEditorProps = {
  readonly configuration: EnvironmentConfiguration;
  /** What the project gives; shown, and edited at the project only. */
  readonly inherited: EnvironmentConfiguration | null;
  readonly onSave: (configuration: EnvironmentConfiguration) => Promise<unknown>;
  /** Offered as *Done* while nothing is being edited. */
  readonly onDone?: () => void;
};

type Editing = { readonly binding: Binding | null };

/** The working environments as a form: the same in the composer, in the conversation's details and in a project. */
export function BindingsEditor({ configuration, inherited, onSave, onDone }: BindingsEditorProps) {
  const { eventLog } = useApp();
  const devices = useQuery(devicesQuery(eventLog));
  const [editing, setEditing] = useState<Editing | null>(null);
  const save = useMutation({ mutationFn: onSave, onSuccess: () => setEditing(null) });
  const usable = devices.data?.filter((device) => device.status !== 'revoked');
  if (usable === undefined) {
    return devices.error === null ? <Skeleton height={72} /> : <ProblemNotice error={devices.error} />;
  }
  if (editing !== null) {
    return (
      <BindingForm
        configuration={configuration}
        binding={editing.binding}
        devices={usable}
        isPending={save.isPending}
        error={save.error}
        onSave={(next) => save.mutate(next)}
        onCancel={() => {
          save.reset();
          setEditing(null);
        }}
      />
    );
  }
  const deviceOf = (binding: Binding) =>
    devices.data?.find((device) => device.device_id === binding.device_id);
  const own = configuration.environment_bindings;
  const given = inherited?.environment_bindings ?? [];
  if (usable.length === 0 && own.length === 0 && given.length === 0) return <NoDevice />;
  return (
    <div className="bindings-editor">
      {own.length === 0 && <NoBinding hasInherited={given.length > 0} />}
      {own.length > 0 && (
        <ul className="binding-list" aria-label="Environments">
          {own.map((binding) => (
            <BindingRow
              key={binding.alias}
              binding={binding}
              device={deviceOf(binding)}
              isDefault={configuration.default_environment === binding.alias}
              onEdit={() => setEditing({ binding })}
              onMakeDefault={() => save.mutate(makeDefault(configuration, binding.alias))}
              onRemove={() => save.mutate(removeBinding(configuration, binding.alias))}
            />
          ))}
        </ul>
      )}
      {given.length > 0 && (
        <section className="bindings-editor" aria-label="From the project">
          <h3>From the project</h3>
          <ul className="binding-list">
            {given.map((binding) => (
              <BindingRow
                key={binding.alias}
                binding={binding}
                device={deviceOf(binding)}
                isDefault={false}
              />
            ))}
          </ul>
          <p className="field-hint">
            Adding the same device here can only narrow what the project allows on it.
          </p>
        </section>
      )}
      <ProblemNotice error={save.error} />
      <div className="bindings-foot">
        <Button
          variant={own.length === 0 ? 'primary' : 'secondary'}
          onPress={() => setEditing({ binding: null })}
        >
          <Plus size={15} aria-hidden="true" />
          Add environment
        </Button>
        <SavedNote isSaved={save.isSuccess} />
        {onDone !== undefined && own.length > 0 && (
          <Button variant="primary" onPress={onDone}>
            Done
          </Button>
        )}
      </div>
    </div>
  );
}

function SavedNote({ isSaved }: { readonly isSaved: boolean }) {
  return (
    <p role="status">
      {isSaved
        ? 'Saved for the next run.'
        : 'Changes are saved for the next run; a run in progress keeps its own.'}
    </p>
  );
}

function NoBinding({ hasInherited }: { readonly hasInherited: boolean }) {
  return (
    <p className="muted">
      {hasInherited
        ? 'This conversation adds no environment of its own.'
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
