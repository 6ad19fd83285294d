import { Gauge } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Budget } from '../../shared/agents.ts';
import { describeBudget } from '../agents/budget-words.ts';
import { ComposerChip } from './composer-menu.tsx';

const ComposerBudgetPopover = lazy(async () => ({
  default: (await import('./composer-budget-popover.tsx')).ComposerBudgetPopover,
}));

type ComposerBudgetProps = {
  readonly budget: Budget;
  /** Of the agent, or the general one. */
  readonly standard: Budget;
  /** `null` goes back to the standard. */
  readonly onChange: (budget: Budget | null) => void;
};

/** What the next run may use at most. */
export function ComposerBudget({ budget, standard, onChange }: ComposerBudgetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ComposerChip
        ref={trigger}
        label={`Budget: ${describeBudget(budget)}`}
        popup="dialog"
        isOpen={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      >
        <Gauge size={15} aria-hidden="true" />
        <span>
          {budget.steps} {budget.steps === 1 ? 'step' : 'steps'}
        </span>
      </ComposerChip>
      {isOpen && (
        <Suspense fallback={null}>
          <ComposerBudgetPopover
            trigger={trigger}
            budget={budget}
            standard={standard}
            onChange={onChange}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
