import { Ban, Ellipsis, Monitor, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Device, DeviceDesktop } from '../../shared/devices.ts';
import { IconButton } from '../design/button.tsx';
import { ConfirmDialog } from '../design/dialog.tsx';
import { Menu } from '../design/menu.tsx';
import { Notice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { NameDialog } from '../shell/name-dialog.tsx';
import { Ago, Time } from '../time/time.tsx';
import { describeReadiness, describeServices, describeStatus } from './device-words.ts';
import { useDeviceAction } from './use-device-action.ts';

type Edit = 'rename' | 'revoke' | 'forget';

export function DeviceCard({ device }: { readonly device: Device }) {
  const [edit, setEdit] = useState<Edit | null>(null);
  const status = describeStatus(device);
  const isRevoked = device.status === 'revoked';
  return (
    <article className="device-card" data-status={device.status} aria-label={device.name}>
      <div className="device-head">
        <span className="device-icon">
          <Monitor size={18} aria-hidden="true" />
        </span>
        <div className="device-title">
          <h3 title={device.name}>{device.name}</h3>
          <div>
            <Status tone={status.tone}>{status.label}</Status>
            {device.status !== 'connected' && device.last_seen_at !== null && (
              <span>
                Last seen <Ago value={device.last_seen_at} />
              </span>
            )}
          </div>
        </div>
        <Menu
          label={`Device ${device.name}`}
          actions={[
            { label: 'Rename', icon: Pencil, onAction: () => setEdit('rename') },
            isRevoked
              ? { label: 'Forget', icon: Trash2, isDanger: true, onAction: () => setEdit('forget') }
              : { label: 'Revoke', icon: Ban, isDanger: true, onAction: () => setEdit('revoke') },
          ]}
        >
          <IconButton label={`Actions of ${device.name}`}>
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        </Menu>
      </div>
      {device.problem !== null && (
        <Notice tone="warn" title="It cannot be used now">
          {device.problem}
        </Notice>
      )}
      <DeviceFacts device={device} />
      {edit !== null && <DeviceDialog device={device} edit={edit} onClose={() => setEdit(null)} />}
    </article>
  );
}

function DeviceFacts({ device }: { readonly device: Device }) {
  const { desktop } = device;
  return (
    <dl className="device-facts">
      {desktop !== null && <DesktopFacts desktop={desktop} isConnected={device.status === 'connected'} />}
      <div>
        <dt>Address</dt>
        <dd className="mono">{device.address}</dd>
      </div>
      <div>
        <dt>Last seen</dt>
        <dd>{device.last_seen_at === null ? 'Not yet connected' : <Ago value={device.last_seen_at} />}</dd>
      </div>
      <div>
        <dt>Paired</dt>
        <dd>
          <Time value={device.paired_at} format="date-time" />
        </dd>
      </div>
    </dl>
  );
}

function DesktopFacts(props: { readonly desktop: DeviceDesktop; readonly isConnected: boolean }) {
  const { desktop } = props;
  const readiness = describeReadiness(desktop);
  const services = describeServices(desktop);
  return (
    <>
      <div>
        <dt>Displays</dt>
        <dd className="lines">
          {desktop.displays.length === 0 && 'None'}
          {desktop.displays.map((display) => (
            <span key={display.target_id}>
              {display.name}{' '}
              <span className="muted">
                {display.width} × {display.height}
              </span>
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>Readiness</dt>
        <dd>
          {props.isConnected ? (
            <Status tone={readiness.tone}>{readiness.label}</Status>
          ) : (
            'Known once it connects'
          )}
        </dd>
      </div>
      <div>
        <dt>Serves</dt>
        <dd>
          {services.length === 0 && 'Nothing yet'}
          {services.map((service) => (
            <span key={service} className="chip">
              {service}
            </span>
          ))}
        </dd>
      </div>
    </>
  );
}

type DeviceDialogProps = { readonly device: Device; readonly edit: Edit; readonly onClose: () => void };

function DeviceDialog({ device, edit, onClose }: DeviceDialogProps) {
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
          <p>It disappears from this list. Transcripts keep what was done on it.</p>
        </ConfirmDialog>
      );
  }
}
