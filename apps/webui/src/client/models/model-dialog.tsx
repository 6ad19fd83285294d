import { useId, useState, type SubmitEvent } from 'react';
import type { Model } from '../../shared/models.ts';
import { Button } from '../design/button.tsx';
import { Segments } from '../design/choice.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import {
  draftOfModel,
  newModelDraft,
  toModelCreate,
  toModelPatch,
  type ModelDraft,
  type ModelErrors,
} from './model-draft.ts';
import { KeyField } from './key-field.tsx';
import { providerOptions, providers, serverAddresses } from './providers.ts';
import { useSaveModel } from './use-model-actions.ts';

type ModelDialogProps = {
  /** `null` adds one. */
  readonly model: Model | null;
  readonly onClose: () => void;
};

export function ModelDialog({ model, onClose }: ModelDialogProps) {
  const [draft, setDraft] = useState(model === null ? newModelDraft : draftOfModel(model));
  const [isChecked, setIsChecked] = useState(false);
  const save = useSaveModel(onClose);
  const formId = useId();
  const result = model === null ? toModelCreate(draft) : toModelPatch(draft);
  const errors = isChecked && 'errors' in result ? result.errors : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (save.isPending || !('body' in result)) return;
    save.mutate({ modelId: model?.model_id ?? null, body: result.body });
  };
  return (
    <Dialog
      title={model === null ? 'Add model' : `Change ${model.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <button className="button" data-variant="primary" type="submit" form={formId}>
            {save.isPending && <span className="spinner" aria-hidden="true" />}
            {model === null ? 'Add model' : 'Save'}
          </button>
        </>
      }
    >
      <form id={formId} className="form-grid" onSubmit={submit} noValidate aria-label="Model">
        <ModelFields
          draft={draft}
          errors={errors}
          stored={model}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </form>
      <ProblemNotice error={save.error} />
    </Dialog>
  );
}

type FieldsProps = {
  readonly draft: ModelDraft;
  readonly errors: ModelErrors;
  readonly stored: Model | null;
  readonly onChange: (change: Partial<ModelDraft>) => void;
};

function ModelFields({ draft, errors, stored, onChange }: FieldsProps) {
  const facts = providers[draft.provider];
  return (
    <>
      <div className="form-pair">
        <SelectField
          label="Provider"
          value={draft.provider}
          options={providerOptions}
          isDisabled={stored !== null}
          onChange={(value) => {
            const option = providerOptions.find((candidate) => candidate.value === value);
            if (option !== undefined) onChange({ provider: option.value });
          }}
        />
        <TextField
          label="Model"
          value={draft.providerModel}
          onChange={(providerModel) => onChange({ providerModel })}
          placeholder={facts.example}
          hint="As the provider names it."
          error={errors.providerModel}
          isMono
        />
      </div>
      <div>
        <TextField
          label={facts.needsAddress ? 'Address' : 'Address (only for a server in between)'}
          value={draft.baseUrl}
          onChange={(baseUrl) => onChange({ baseUrl })}
          placeholder={facts.needsAddress ? serverAddresses[0].address : 'The public one of the provider'}
          error={errors.baseUrl}
          isMono
        />
        {facts.needsAddress && (
          <div className="form-examples" role="group" aria-label="Usual addresses">
            {serverAddresses.map(({ label, address }) => (
              <Button key={label} size="small" onPress={() => onChange({ baseUrl: address })}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <KeyField
        draft={draft}
        error={errors.apiKey}
        isStored={stored?.api_key_set ?? false}
        onChange={onChange}
      />
      <div className="form-legend">
        <span aria-hidden="true">Takes images</span>
        <Segments
          label="Takes images"
          value={draft.images}
          onChange={(images) => onChange({ images })}
          options={[
            { value: 'detect', label: 'Find out with Test' },
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
        />
        <span className="field-hint">A model that takes none cannot work on a desktop.</span>
      </div>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        placeholder={draft.providerModel.trim() === '' ? 'As the model' : draft.providerModel.trim()}
        hint="What you call it. Left empty, it is called as the model."
        error={errors.name}
      />
    </>
  );
}
