import { Ban, Ellipsis, Monitor, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Device, DeviceDesktop } from '../../shared/devices.ts';
import { MenuButton } from '../design/menu-button.tsx';
import { Notice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { Ago, Time } from '../time/time.tsx';
import { describeReadiness, describeServices, describeStatus } from './device-words.ts';
import type { DeviceEdit } from './device-dialog.tsx';

const DeviceDialog = lazy(async () => ({ default: (await import('./device-dialog.tsx')).DeviceDialog }));

export function DeviceCard({ device }: { readonly device: Device }) {
  const [edit, setEdit] = useState<DeviceEdit | null>(null);
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
        <MenuButton
          label={`Actions of ${device.name}`}
          actions={[
            { label: 'Rename', icon: Pencil, onAction: () => setEdit('rename') },
            isRevoked
              ? { label: 'Forget', icon: Trash2, isDanger: true, onAction: () => setEdit('forget') }
              : { label: 'Revoke', icon: Ban, isDanger: true, onAction: () => setEdit('revoke') },
          ]}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </MenuButton>
      </div>
      {device.problem !== null && (
        <Notice tone="warn" title="It cannot be used now">
          {device.problem}
        </Notice>
      )}
      <DeviceFacts device={device} />
      {edit !== null && (
        <Suspense fallback={null}>
          <DeviceDialog device={device} edit={edit} onClose={() => setEdit(null)} />
        </Suspense>
      )}
    </article>
  );
}

function DeviceFacts({ device }: { readonly device: Device }) {
  const { desktop } = device;
  return (
    <dl className="device-facts">
      {desktop !== null && <DesktopFacts desktop={desktop} status={device.status} />}
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

const absentReadiness = {
  connecting: 'Known once it connects',
  offline: 'Known once it connects',
  revoked: 'None: it cannot connect any more',
} as const;

function DesktopFacts({ desktop, status }: Pick<Device, 'status'> & { readonly desktop: DeviceDesktop }) {
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
          {status === 'connected' ? (
            <Status tone={readiness.tone}>{readiness.label}</Status>
          ) : (
            absentReadiness[status]
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
