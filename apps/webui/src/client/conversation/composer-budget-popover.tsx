import { useState, type RefObject, type SubmitEvent } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import type { Budget } from '../../shared/agents.ts';
import { draftOfBudget, toBudget } from '../agents/agent-draft.ts';
import { BudgetFields } from '../agents/budget-fields.tsx';
import { describeBudget } from '../agents/budget-words.ts';
import { Button } from '../design/button.tsx';
import '../design/menu-popover.css';

type ComposerBudgetPopoverProps = {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly budget: Budget;
  readonly standard: Budget;
  readonly onChange: (budget: Budget | null) => void;
  readonly onClose: () => void;
};

export function ComposerBudgetPopover({ trigger, standard, onChange, ...props }: ComposerBudgetPopoverProps) {
  const [draft, setDraft] = useState(draftOfBudget(props.budget));
  const [isChecked, setIsChecked] = useState(false);
  const result = toBudget(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!('budget' in result)) return;
    onChange(result.budget);
    props.onClose();
  };
  const useStandard = () => {
    onChange(null);
    props.onClose();
  };
  return (
    <Popover
      className="menu-popover budget-popover"
      triggerRef={trigger}
      placement="top start"
      offset={6}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Dialog className="budget-dialog">
        <form onSubmit={submit} noValidate>
          <Heading slot="title" level={2}>
            Budget of the next run
          </Heading>
          <BudgetFields
            value={draft}
            errors={isChecked && 'errors' in result ? result.errors : {}}
            onChange={setDraft}
          />
          <p className="field-hint">
            A run that reaches one of them stops and says so. Usual here: {describeBudget(standard)}.
          </p>
          <div className="actions">
            <Button size="small" onPress={useStandard}>
              Use the usual
            </Button>
            <Button size="small" variant="primary" type="submit">
              Set budget
            </Button>
          </div>
        </form>
      </Dialog>
    </Popover>
  );
}
