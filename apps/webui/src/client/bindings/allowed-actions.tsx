import { presets, type Operation } from '../../shared/bindings.ts';
import { Checkbox, RadioCards } from '../design/choice.tsx';
import { Notice } from '../design/notice.tsx';
import {
  applyChoice,
  hasDesktopActions,
  labelOf,
  operationGroups,
  toggleOperation,
  type CeilingChoice,
} from './ceiling.ts';

const explanations: Record<CeilingChoice, string> = {
  files: 'Read and write files and run commands in the working directory. Nothing on the desktop.',
  'desktop-observe': 'List displays and take screenshots. No input.',
  'desktop-control': 'Take screenshots, move and click the pointer, drag, scroll, type and press keys.',
  single: 'Choose exactly what is allowed. Everything else is denied.',
};

const options = [
  ...presets.map((preset) => ({
    value: preset.id,
    label: preset.label,
    description: explanations[preset.id],
  })),
  { value: 'single', label: 'Single actions', description: explanations.single },
] as const satisfies readonly { value: CeilingChoice; label: string; description: string }[];

type AllowedActionsProps = {
  readonly choice: CeilingChoice;
  readonly operations: readonly Operation[];
  readonly onChange: (choice: CeilingChoice, operations: readonly Operation[]) => void;
};

export function AllowedActions({ choice, operations, onChange }: AllowedActionsProps) {
  return (
    <div className="allowed-actions">
      <span className="field-label">Allowed actions</span>
      <RadioCards<CeilingChoice>
        label="Allowed actions"
        value={choice}
        options={options}
        onChange={(next) => onChange(next, applyChoice(next, operations))}
      />
      {choice === 'single' && (
        <div className="single-actions">
          {operationGroups.map((group) => (
            <fieldset key={group.label}>
              <legend>{group.label}</legend>
              {group.operations.map((operation) => (
                <Checkbox
                  key={operation}
                  isSelected={operations.includes(operation)}
                  onChange={(isAllowed) =>
                    onChange('single', toggleOperation(operations, operation, isAllowed))
                  }
                >
                  {labelOf(operation)}
                </Checkbox>
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {hasDesktopActions(operations) && <DesktopWarning />}
    </div>
  );
}

function DesktopWarning() {
  return (
    <Notice tone="warn" title="These actions reach your real desktop">
      <ul>
        <li>
          What is on its screen can be seen, and input goes to whatever is there. It is no copy and no
          sandbox.
        </li>
        <li>The working directory does not limit what input can do there.</li>
        <li>Others, or a program, may change the focus between a screenshot and a click.</li>
        <li>Do not leave a desktop with sensitive content unattended.</li>
      </ul>
    </Notice>
  );
}
