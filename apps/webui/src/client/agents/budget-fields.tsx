import { TextField } from '../design/field.tsx';
import type { BudgetDraft, BudgetErrors } from './agent-draft.ts';
import '../models/models.css';

type BudgetFieldsProps = {
  readonly value: BudgetDraft;
  readonly errors: BudgetErrors;
  readonly onChange: (value: BudgetDraft) => void;
};

/** What a run may use at most. */
export function BudgetFields({ value, errors, onChange }: BudgetFieldsProps) {
  return (
    <div className="form-triple">
      <TextField
        label="Steps"
        inputMode="numeric"
        value={value.steps}
        onChange={(steps) => onChange({ ...value, steps })}
        error={errors.steps}
      />
      <TextField
        label="Tokens"
        inputMode="numeric"
        value={value.tokens}
        onChange={(tokens) => onChange({ ...value, tokens })}
        error={errors.tokens}
      />
      <TextField
        label="Minutes"
        inputMode="numeric"
        value={value.minutes}
        onChange={(minutes) => onChange({ ...value, minutes })}
        error={errors.minutes}
      />
    </div>
  );
}
