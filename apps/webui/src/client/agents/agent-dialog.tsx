import { useId, useState, type SubmitEvent } from 'react';
import { FieldError, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import type { Agent } from '../../shared/agents.ts';
import type { Model } from '../../shared/models.ts';
import { Button } from '../design/button.tsx';
import { Switch } from '../design/choice.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { draftOfAgent, newAgentDraft, toAgent, type AgentDraft, type AgentErrors } from './agent-draft.ts';
import { BudgetFields } from './budget-fields.tsx';
import { useSaveAgent } from './use-agent-actions.ts';

type AgentDialogProps = {
  /** `null` adds one. */
  readonly agent: Agent | null;
  readonly models: readonly Model[];
  readonly onClose: () => void;
};

export function AgentDialog({ agent, models, onClose }: AgentDialogProps) {
  const [draft, setDraft] = useState(
    agent === null ? newAgentDraft(models[0]?.model_id ?? '') : draftOfAgent(agent),
  );
  const [isChecked, setIsChecked] = useState(false);
  const save = useSaveAgent(onClose);
  const formId = useId();
  const result = toAgent(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!save.isPending && 'body' in result)
      save.mutate({ agentId: agent?.agent_id ?? null, body: result.body });
  };
  return (
    <Dialog
      title={agent === null ? 'Add agent' : `Change ${agent.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <button className="button" data-variant="primary" type="submit" form={formId}>
            {save.isPending && <span className="spinner" aria-hidden="true" />}
            {agent === null ? 'Add agent' : 'Save'}
          </button>
        </>
      }
    >
      <form id={formId} className="form-grid" onSubmit={submit} noValidate aria-label="Agent">
        <AgentFields
          draft={draft}
          errors={isChecked && 'errors' in result ? result.errors : {}}
          models={models}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </form>
      <ProblemNotice error={save.error} />
    </Dialog>
  );
}

type FieldsProps = {
  readonly draft: AgentDraft;
  readonly errors: AgentErrors;
  readonly models: readonly Model[];
  readonly onChange: (change: Partial<AgentDraft>) => void;
};

function AgentFields({ draft, errors, models, onChange }: FieldsProps) {
  const isKnown = models.some((model) => model.model_id === draft.modelId);
  return (
    <>
      <div className="form-pair">
        <TextField
          label="Name"
          autoFocus
          value={draft.name}
          onChange={(name) => onChange({ name })}
          placeholder="Desktop tester"
          error={errors.name}
        />
        <SelectField
          label="Model"
          value={isKnown ? draft.modelId : ''}
          options={[
            ...(isKnown ? [] : [{ value: '', label: 'Choose a model', isDisabled: true }]),
            ...models.map((model) => ({ value: model.model_id, label: model.name })),
          ]}
          onChange={(modelId) => onChange({ modelId })}
        />
      </div>
      {errors.modelId !== undefined && <p className="field-error">{errors.modelId}</p>}
      <AriaTextField
        className="field"
        value={draft.instructions}
        onChange={(instructions) => onChange({ instructions })}
        isInvalid={errors.instructions !== undefined}
        validationBehavior="aria"
      >
        <Label>Instructions</Label>
        <TextArea
          className="input instructions"
          rows={6}
          placeholder="Say what you see before you act. Never submit a form."
        />
        <Text slot="description" className="field-hint">
          Added to the built-in ones, for every run of this agent.
        </Text>
        <FieldError className="field-error">{errors.instructions}</FieldError>
      </AriaTextField>
      <Switch
        isSelected={draft.hasEnvironment}
        onChange={(hasEnvironment) => onChange({ hasEnvironment })}
        description="Lets it use the working environments of the conversation. Without it the agent only talks."
      >
        Dynamic environment
      </Switch>
      <fieldset className="form-legend" aria-label="Budget of a run">
        <span aria-hidden="true">Budget of a run</span>
        <BudgetFields value={draft.budget} errors={errors} onChange={(budget) => onChange({ budget })} />
        <span className="field-hint">A run that reaches one of them stops and says so.</span>
      </fieldset>
    </>
  );
}
