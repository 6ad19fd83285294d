import { presets, type Operation } from '../../shared/bindings.ts';
import type { DeviceDesktop } from '../../shared/devices.ts';
import { Checkbox, RadioCards } from '../design/choice.tsx';
import { Notice } from '../design/notice.tsx';
import {
  applyChoice,
  ceilingChange,
  hasDesktopActions,
  labelOf,
  listInWords,
  operationGroups,
  toggleOperation,
  type CeilingChoice,
} from './ceiling.ts';
import { choiceWords, isServed } from './preset-words.ts';

const choices = [
  ...presets.map(({ id, label }) => ({ value: id, label })),
  { value: 'single', label: 'Custom' },
] as const satisfies readonly { value: CeilingChoice; label: string }[];

type AllowedActionsProps = {
  readonly choice: CeilingChoice;
  readonly operations: readonly Operation[];
  /** What is saved now; `null` of a new environment. */
  readonly saved: readonly Operation[] | null;
  /** Of the chosen device; `null` while it is not known. */
  readonly desktop: DeviceDesktop | null;
  /** Those that the project takes away again. */
  readonly withheld: readonly Operation[];
  readonly onChange: (choice: CeilingChoice, operations: readonly Operation[]) => void;
};

export function AllowedActions({ choice, operations, desktop, onChange, ...props }: AllowedActionsProps) {
  return (
    <div className="allowed-actions">
      <span className="field-label">Allowed actions</span>
      <RadioCards<CeilingChoice>
        label="Allowed actions"
        value={choice}
        options={choices.map((option) => ({ ...option, description: choiceWords(option.value, desktop) }))}
        onChange={(next) => onChange(next, applyChoice(next, operations))}
      />
      {choice === 'single' && (
        <SingleActions
          operations={operations}
          desktop={desktop}
          onChange={(next) => onChange('single', next)}
        />
      )}
      <p className="ceiling-change" role="status">
        {props.saved !== null && changeWords(props.saved, operations)}
      </p>
      {props.withheld.length > 0 && (
        <Notice tone="info" title="The project allows less on this device">
          {listInWords(props.withheld.map(labelOf))} will not count here.
        </Notice>
      )}
      {hasDesktopActions(operations) && <DesktopWarning />}
    </div>
  );
}

/** Nothing is asked, but what a preset replaces is said. */
function changeWords(saved: readonly Operation[], operations: readonly Operation[]): string {
  const { added, removed } = ceilingChange(saved, operations);
  const words = (verb: string, changed: readonly Operation[]) =>
    changed.length === 0 ? [] : [`${verb} ${listInWords(changed.map(labelOf))}.`];
  return [...words('Adds:', added), ...words('Removes:', removed)].join(' ');
}

type SingleActionsProps = {
  readonly operations: readonly Operation[];
  readonly desktop: DeviceDesktop | null;
  readonly onChange: (operations: readonly Operation[]) => void;
};

function SingleActions({ operations, desktop, onChange }: SingleActionsProps) {
  return (
    <div className="single-actions">
      {operationGroups.map((group) => (
        <fieldset key={group.label}>
          <legend>{group.label}</legend>
          {group.operations.map((operation) => (
            <Checkbox
              key={operation}
              isSelected={operations.includes(operation)}
              onChange={(isAllowed) => onChange(toggleOperation(operations, operation, isAllowed))}
            >
              <span>
                {labelOf(operation)}
                {desktop !== null && !isServed(operation, desktop) && (
                  <span className="not-served"> not served</span>
                )}
              </span>
            </Checkbox>
          ))}
        </fieldset>
      ))}
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
