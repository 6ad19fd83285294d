import type { Device } from '../../shared/devices.ts';
import { ConfirmDialog } from '../design/dialog.tsx';
import { NameDialog } from '../shell/name-dialog.tsx';
import { useDeviceAction } from './use-device-action.ts';

export type DeviceEdit = 'rename' | 'revoke' | 'forget';

type DeviceDialogProps = { readonly device: Device; readonly edit: DeviceEdit; readonly onClose: () => void };

export function DeviceDialog({ device, edit, onClose }: DeviceDialogProps) {
  const action = useDeviceAction(device, onClose);
  const common = { isPending: action.isPending, error: action.error, onClose };
  switch (edit) {
    case 'rename':
      return (
        <NameDialog
          {...common}
          title="Rename device"
          label="Name"
          action="Rename"
          name={device.name}
          maxLength={80}
          onSave={(name) => action.mutate({ kind: 'rename', name })}
        />
      );
    case 'revoke':
      return (
        <ConfirmDialog
          {...common}
          title={`Revoke ${device.name}?`}
          action="Revoke"
          onConfirm={() => action.mutate({ kind: 'revoke' })}
        >
          <p>
            Its connection is closed at once and what runs on it is cancelled. To use it again it has to be
            paired anew.
          </p>
        </ConfirmDialog>
      );
    case 'forget':
      return (
        <ConfirmDialog
          {...common}
          title={`Forget ${device.name}?`}
          action="Forget"
          onConfirm={() => action.mutate({ kind: 'forget' })}
        >
          <p>
            It disappears from this list and from the working environments of all conversations and projects.
            Transcripts keep what was done on it.
          </p>
        </ConfirmDialog>
      );
  }
}
