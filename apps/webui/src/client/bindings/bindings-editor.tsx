import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Binding, EnvironmentConfiguration } from '../../shared/bindings.ts';
import { devicesQuery } from '../api/live-queries.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { Skeleton } from '../design/states.tsx';
import { BindingForm } from './binding-form.tsx';
import { BindingsList } from './bindings-list.tsx';
import { EditorMode } from './editor-mode.tsx';
import { createUnsavedTexts } from './yaml/unsaved-text.ts';
import './bindings.css';

const YamlPanel = lazy(async () => ({ default: (await import('./yaml/yaml-panel.tsx')).YamlPanel }));

type BindingsEditorProps = {
  readonly configuration: EnvironmentConfiguration;
  /** What the project gives; shown, and edited at the project only. */
  readonly inherited: EnvironmentConfiguration | null;
  readonly onSave: (configuration: EnvironmentConfiguration) => Promise<unknown>;
  /** Offered as *Done* while nothing is being edited. */
  readonly onDone?: () => void;
  /** Given where it can be edited as YAML too; an unsaved text is kept under it. */
  readonly draftKey?: string;
};

type Editing = { readonly binding: Binding | null };

/** The working environments: the same in the composer, in the conversation's details and in a project. */
export function BindingsEditor({
  configuration,
  inherited,
  onSave,
  draftKey,
  ...props
}: BindingsEditorProps) {
  const { eventLog } = useApp();
  const devices = useQuery(devicesQuery(eventLog));
  const [texts] = useState(() => createUnsavedTexts(() => sessionStorage));
  const [editing, setEditing] = useState<Editing | null>(null);
  const [isText, setIsText] = useState(() => draftKey !== undefined && texts.read(draftKey) !== null);
  // Written as YAML, looked at as a form, and not saved yet.
  const [unsaved, setUnsaved] = useState<EnvironmentConfiguration | null>(null);
  const discard = () => {
    if (draftKey !== undefined) texts.clear(draftKey);
    setUnsaved(null);
  };
  const save = useOnceMutation({
    mutationFn: onSave,
    onSuccess: () => {
      setEditing(null);
      discard();
    },
  });
  if (devices.data === undefined) {
    return devices.error === null ? <Skeleton height={72} /> : <ProblemNotice error={devices.error} />;
  }
  const shown = unsaved ?? configuration;
  if (isText && draftKey !== undefined) {
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <YamlPanel
          configuration={configuration}
          inherited={inherited}
          devices={devices.data}
          texts={texts}
          draftKey={draftKey}
          onSave={onSave}
          onForm={(next) => {
            setUnsaved(next);
            setIsText(false);
          }}
        />
      </Suspense>
    );
  }
  if (editing !== null) {
    return (
      <BindingForm
        configuration={shown}
        inherited={inherited}
        binding={editing.binding}
        devices={devices.data.filter((device) => device.status !== 'revoked')}
        isPending={save.isPending}
        error={save.error}
        onSave={save.mutate}
        onCancel={() => {
          save.reset();
          setEditing(null);
        }}
      />
    );
  }
  return (
    <div className="bindings-editor">
      {draftKey !== undefined && <EditorMode mode="form" onChange={() => setIsText(true)} />}
      {unsaved !== null && (
        <Notice
          tone="info"
          title="Not saved yet"
          actions={
            <>
              <Button size="small" onPress={discard}>
                Discard
              </Button>
              <Button
                size="small"
                variant="primary"
                isPending={save.isPending}
                onPress={() => save.mutate(unsaved)}
              >
                Save
              </Button>
            </>
          }
        >
          This is what your YAML says.
        </Notice>
      )}
      <BindingsList
        configuration={shown}
        inherited={inherited}
        devices={devices.data}
        isSaved={save.isSuccess}
        error={save.error}
        onEdit={(binding) => {
          save.reset();
          setEditing({ binding });
        }}
        onChange={save.mutate}
        {...(props.onDone !== undefined && { onDone: props.onDone })}
      />
    </div>
  );
}
