import { useMemo, useState } from 'react';
import type { EnvironmentConfiguration } from '../../../shared/bindings.ts';
import type { Device } from '../../../shared/devices.ts';
import { RequestError } from '../../api/request-error.ts';
import { useOnceMutation } from '../../api/use-once-mutation.ts';
import { Button } from '../../design/button.tsx';
import { Notice, ProblemNotice } from '../../design/notice.tsx';
import { EditorMode } from '../editor-mode.tsx';
import { issuesOfProblem } from './configuration-issues.ts';
import type { Issue } from './issue-words.ts';
import { readYaml, type YamlProblem } from './read-yaml.ts';
import type { UnsavedTexts } from './unsaved-text.ts';
import { writeYaml } from './write-yaml.ts';
import { DeviceIds } from './device-ids.tsx';
import { YamlField } from './yaml-field.tsx';
import './yaml.css';

type YamlPanelProps = {
  readonly configuration: EnvironmentConfiguration;
  readonly inherited: EnvironmentConfiguration | null;
  readonly devices: readonly Device[];
  readonly texts: UnsavedTexts;
  /** Under which an unsaved text is kept. */
  readonly draftKey: string;
  readonly onSave: (configuration: EnvironmentConfiguration) => Promise<unknown>;
  /** `unsaved` is what the text says, when that is not what is saved. */
  readonly onForm: (unsaved: EnvironmentConfiguration | null) => void;
};

/** The configuration as text. What is written is never lost: it stays, wrong or not, until it is saved or discarded. */
export function YamlPanel({ configuration, devices, inherited, draftKey, texts, ...props }: YamlPanelProps) {
  const saved = writeYaml(configuration);
  const [kept] = useState(() => texts.read(draftKey));
  const [text, setText] = useState(kept?.text ?? saved);
  const [base, setBase] = useState(kept?.base ?? saved);
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const [isFormRefused, setIsFormRefused] = useState(false);
  // What was saved elsewhere is shown at once unless somebody is writing.
  if (saved !== base && (text === base || text === saved)) {
    setBase(saved);
    setText(saved);
  }
  const isDirty = text !== base;
  const reading = useMemo(
    () => readYaml(text, { devices, inherited }, refused),
    [text, devices, inherited, refused],
  );
  const save = useOnceMutation({
    mutationFn: props.onSave,
    onSuccess: (_answer, next) => {
      texts.clear(draftKey);
      setText(writeYaml(next));
    },
    onError: (error) => {
      if (error instanceof RequestError && error.problem !== null) setRefused(issuesOfProblem(error.problem));
    },
  });
  const change = (next: string) => {
    if (next === text) return;
    setText(next);
    setRefused([]);
    setIsFormRefused(false);
    if (save.isSuccess || save.isError) save.reset();
    if (next === base) texts.clear(draftKey);
    else texts.write(draftKey, { text: next, base });
  };
  const discard = () => {
    texts.clear(draftKey);
    setBase(saved);
    setText(saved);
    setRefused([]);
    setIsFormRefused(false);
    save.reset();
  };
  const trySave = () => {
    if (reading.configuration !== null && isDirty) save.mutate(reading.configuration);
  };
  const toForm = () => {
    if (!isDirty) props.onForm(null);
    else if (reading.configuration === null) setIsFormRefused(true);
    else props.onForm(reading.configuration);
  };
  const firstError = reading.problems.find(({ severity }) => severity === 'error');
  return (
    <div className="yaml-panel">
      <EditorMode mode="yaml" onChange={toForm} />
      {isFormRefused && firstError !== undefined && (
        <Notice tone="warn" title="It cannot be shown as a form yet" isAlert>
          Line {firstError.line}: {firstError.message} Mend it here, or discard your changes. Your text stays
          as it is.
        </Notice>
      )}
      {isDirty && saved !== base && (
        <Notice tone="warn" title="It was changed elsewhere since you began to write">
          Saving replaces what is saved now.
        </Notice>
      )}
      <YamlField text={text} problems={reading.problems} onChange={change} onSave={trySave} />
      {save.error !== null && refused.length === 0 && <ProblemNotice error={save.error} />}
      <div className="bindings-foot">
        <p role="status">{footWords({ firstError, isDirty, isSaved: save.isSuccess })}</p>
        {isDirty && <Button onPress={discard}>Discard changes</Button>}
        <Button
          variant="primary"
          isDisabled={!isDirty || reading.configuration === null}
          isPending={save.isPending}
          onPress={trySave}
        >
          Save
        </Button>
      </div>
      <DeviceIds devices={devices} />
    </div>
  );
}

function footWords(state: {
  readonly firstError: YamlProblem | undefined;
  readonly isDirty: boolean;
  readonly isSaved: boolean;
}): string {
  if (state.firstError !== undefined)
    return `Cannot be saved: there is an error in line ${state.firstError.line}.`;
  if (state.isDirty) return 'Not saved yet.';
  if (state.isSaved) return 'Saved for the next run.';
  return 'Changes are saved for the next run; a run in progress keeps its own.';
}
