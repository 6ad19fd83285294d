import { Ellipsis, Pencil, Star, Trash2 } from 'lucide-react';
import type { Binding } from '../../shared/bindings.ts';
import type { Device } from '../../shared/devices.ts';
import { IconButton } from '../design/button.tsx';
import { MenuButton } from '../design/menu-button.tsx';
import { Status } from '../design/states.tsx';
import { describeStatus } from '../environments/device-words.ts';
import { summarizeCeiling } from './ceiling.ts';

type BindingRowProps = {
  readonly binding: Binding;
  readonly device: Device | undefined;
  readonly isDefault: boolean;
  /** What of it does not count, and why. */
  readonly note: string | null;
  /** Absent where the row is only shown. */
  readonly onEdit?: () => void;
  readonly onMakeDefault?: () => void;
  readonly onRemove?: () => void;
};

export function BindingRow({ binding, device, isDefault, note, ...actions }: BindingRowProps) {
  const { onEdit, onMakeDefault, onRemove } = actions;
  const status = device && describeStatus(device);
  return (
    <li className="binding-row">
      <div>
        <div className="binding-name">
          <strong className="mono">{binding.alias}</strong>
          {isDefault && <span className="chip">Default</span>}
          <span className="muted small">{device?.name ?? 'Device forgotten'}</span>
          {status !== undefined && <Status tone={status.tone}>{status.label}</Status>}
        </div>
        <p>
          {summarizeCeiling(binding.permission_ceiling.operations)} · <code>{binding.working_directory}</code>
        </p>
        {note !== null && <p className="binding-note">{note}</p>}
      </div>
      {onEdit !== undefined && onRemove !== undefined && onMakeDefault !== undefined && (
        <>
          <IconButton label={`Edit ${binding.alias}`} onPress={onEdit}>
            <Pencil size={15} aria-hidden="true" />
          </IconButton>
          <MenuButton
            label={`Actions of ${binding.alias}`}
            actions={[
              ...(isDefault ? [] : [{ label: 'Make default', icon: Star, onAction: onMakeDefault }]),
              { label: 'Remove', icon: Trash2, isDanger: true, onAction: onRemove },
            ]}
          >
            <Ellipsis size={15} aria-hidden="true" />
          </MenuButton>
        </>
      )}
    </li>
  );
}
