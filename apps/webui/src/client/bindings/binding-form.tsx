import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { Binding, EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Device } from '../../shared/devices.ts';
import { Button } from '../design/button.tsx';
import { Checkbox } from '../design/choice.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { describeStatus, servesDesktop } from '../environments/device-words.ts';
import { AllowedActions } from './allowed-actions.tsx';
import {
  chooseDevice,
  directoryIssue,
  draftOf,
  newDraft,
  readDraft,
  refusedFields,
  type BindingDraft,
  type DraftIssues,
} from './binding-draft.ts';
import { hasDesktopActions } from './ceiling.ts';
import { DirectoryBrowser } from './directory-browser.tsx';
import { exampleDirectory, toBindingPath, workingIssue } from './directory-path.ts';
import { withheldByProject } from './project-limits.ts';

type BindingFormProps = {
  readonly configuration: EnvironmentConfiguration;
  readonly inherited: EnvironmentConfiguration | null;
  /** What is edited; `null` adds a new one. */
  readonly binding: Binding | null;
  readonly devices: readonly Device[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSave: (configuration: EnvironmentConfiguration) => void;
  readonly onCancel: () => void;
};

export function BindingForm({ configuration, binding, devices, onSave, ...props }: BindingFormProps) {
  const [draft, setDraft] = useState(() =>
    binding === null ? newDraft(configuration, devices) : draftOf(binding, configuration),
  );
  const [checked, setIssues] = useState<DraftIssues>({});
  const [changedSince, setChangedSince] = useState<Error | null>(null);
  const device = devices.find((candidate) => candidate.device_id === draft.deviceId);
  const setDevice = (next: BindingDraft) => {
    setDraft(next);
    setIssues({});
    setChangedSince(props.error);
  };
  const change = (part: Partial<BindingDraft>) => setDevice({ ...draft, ...part });
  const error = props.error === changedSince ? null : props.error;
  const index = configuration.environment_bindings.findIndex((other) => other.alias === binding?.alias);
  const refused = refusedFields(error, index === -1 ? configuration.environment_bindings.length : index);
  const issues = { ...refused, ...checked };
  const save = () => {
    const style = device?.desktop?.path_style;
    const directory = toBindingPath(draft.directory, style);
    const unusable = workingIssue(directory, style);
    if (unusable !== undefined) {
      setIssues({ working_directory: unusable });
      return;
    }
    const reading = readDraft({ ...draft, directory }, configuration, binding);
    if (reading.ok) onSave(reading.configuration);
    else setIssues(reading.issues);
  };
  const isOnly = configuration.environment_bindings.every((other) => other.alias === binding?.alias);
  return (
    <form
      className="binding-form"
      aria-label={binding === null ? 'Add environment' : `Edit ${binding.alias}`}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h3>{binding === null ? 'Add environment' : `Edit “${binding.alias}”`}</h3>
      <DeviceField draft={draft} devices={devices} issue={issues.device_id} onChange={setDevice} />
      <DirectoryField draft={draft} device={device} issue={issues.working_directory} onChange={change} />
      <TextField
        label="Alias"
        value={draft.alias}
        onChange={(alias) => change({ alias })}
        isMono
        hint="How the conversation names it."
        error={issues.alias}
      />
      <AllowedActions
        choice={draft.choice}
        operations={draft.operations}
        saved={binding?.permission_ceiling.operations ?? null}
        desktop={device?.desktop ?? null}
        withheld={withheldByProject(
          { device_id: draft.deviceId, permission_ceiling: { operations: [...draft.operations] } },
          props.inherited,
        )}
        onChange={(choice, operations) => change({ choice, operations })}
      />
      {hasDesktopActions(draft.operations) && <NotServedNotice device={device} />}
      {!isOnly && (
        <Checkbox isSelected={draft.isDefault} onChange={(isDefault) => change({ isDefault })}>
          Default environment, used when an action names none
        </Checkbox>
      )}
      {issues.form !== undefined && <Notice tone="danger" title={issues.form} isAlert />}
      {Object.keys(refused).length === 0 && <ProblemNotice error={error} />}
      <div className="form-actions">
        <Button onPress={props.onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={props.isPending}>
          {binding === null ? 'Add environment' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

type FieldProps = {
  readonly draft: BindingDraft;
  readonly issue: string | undefined;
};

function DeviceField(
  props: FieldProps & {
    readonly devices: readonly Device[];
    readonly onChange: (draft: BindingDraft) => void;
  },
) {
  const { draft, devices, onChange } = props;
  const isKnown = devices.some((device) => device.device_id === draft.deviceId);
  return (
    <div>
      <SelectField
        label="Device"
        value={draft.deviceId}
        options={[
          ...(isKnown ? [] : [{ value: draft.deviceId, label: 'Choose a device', isDisabled: true }]),
          ...devices.map((device) => ({
            value: device.device_id,
            label: `${device.name} (${describeStatus(device).label})`,
          })),
        ]}
        onChange={(deviceId) => {
          const device = devices.find((candidate) => candidate.device_id === deviceId);
          if (device !== undefined) onChange(chooseDevice(draft, device));
        }}
      />
      {props.issue !== undefined && (
        <p className="field-error" role="alert">
          {props.issue}
        </p>
      )}
    </div>
  );
}

function DirectoryField(
  props: FieldProps & {
    readonly device: Device | undefined;
    readonly onChange: (part: Partial<BindingDraft>) => void;
  },
) {
  const { draft, device } = props;
  const [isBrowsing, setIsBrowsing] = useState(false);
  const canBrowse = device?.status === 'connected';
  const style = device?.desktop?.path_style;
  const path = toBindingPath(draft.directory, style);
  const browsingIssue = canBrowse && isBrowsing ? directoryIssue(path) : undefined;
  const choose = (directory: string) => props.onChange({ directory, isDirectoryChosen: true });
  return (
    <div className="directory-block">
      <div className="directory-row">
        <TextField
          label="Working directory"
          value={draft.directory}
          onChange={choose}
          isMono
          placeholder={exampleDirectory(style)}
          error={props.issue ?? browsingIssue}
        />
        <Button isDisabled={!canBrowse} onPress={() => setIsBrowsing(!isBrowsing)}>
          <FolderOpen size={15} aria-hidden="true" />
          {isBrowsing ? 'Close' : 'Browse'}
        </Button>
      </div>
      {!canBrowse && device !== undefined && (
        <p className="field-hint">
          The device is not connected, so it can be neither browsed nor checked now. Write the path.
        </p>
      )}
      {canBrowse && isBrowsing && browsingIssue === undefined && (
        <DirectoryBrowser deviceId={device.device_id} path={path} onOpen={choose} />
      )}
    </div>
  );
}

function NotServedNotice({ device }: { readonly device: Device | undefined }) {
  if (device?.desktop == null || servesDesktop(device.desktop)) return null;
  return (
    <Notice tone="info" title={`${device.name} does not offer computer use`}>
      Run its command again with <code>--computer-use true</code>. The pairing stays as it is.
    </Notice>
  );
}
