import { Camera, ScanSearch } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/field.tsx';
import type { DisplayChoice } from './stage-state.ts';

/** The longest side of the image; the first is the default of the device. */
const sizes = ['1280', '768', '1600', '2048'] as const;

export type ObserveOptions = { readonly targetId: string; readonly maxDimension: string };
export const firstObserveOptions: ObserveOptions = { targetId: '', maxDimension: sizes[0] };

type ObserveBarProps = {
  readonly tools: readonly string[];
  readonly aliases: readonly string[];
  readonly alias: string;
  readonly displays: readonly DisplayChoice[];
  readonly options: ObserveOptions;
  readonly isBusy: boolean;
  readonly onAlias: (alias: string) => void;
  readonly onOptions: (options: ObserveOptions) => void;
  readonly onObserve: () => void;
  readonly onDescribe: () => void;
};

export function ObserveBar({ tools, aliases, displays, options, isBusy, ...props }: ObserveBarProps) {
  return (
    <div className="stage-bar" role="group" aria-label="Observe">
      {aliases.length > 1 && (
        <SelectField
          label="Environment"
          size="small"
          isInline
          value={props.alias}
          options={aliases.map((alias) => ({ value: alias, label: alias }))}
          onChange={props.onAlias}
        />
      )}
      {tools.includes('computer_observe') && (
        <>
          <Button variant="primary" size="small" isDisabled={isBusy} onPress={props.onObserve}>
            <Camera size={15} aria-hidden="true" />
            Observe
          </Button>
          <SelectField
            label="Display"
            size="small"
            isInline
            value={options.targetId}
            options={[
              { value: '', label: 'Primary display' },
              ...displays.map((display) => ({ value: display.targetId, label: display.label })),
            ]}
            onChange={(targetId) => props.onOptions({ ...options, targetId })}
          />
          <SelectField
            label="Max size"
            size="small"
            isInline
            value={options.maxDimension}
            options={sizes.map((size) => ({ value: size, label: `${size} px` }))}
            onChange={(maxDimension) => props.onOptions({ ...options, maxDimension })}
          />
        </>
      )}
      <span className="spacer" />
      {tools.includes('computer_describe') && (
        <Button size="small" isDisabled={isBusy} onPress={props.onDescribe}>
          <ScanSearch size={15} aria-hidden="true" />
          Describe
        </Button>
      )}
    </div>
  );
}
