import type { Device } from '../../../shared/devices.ts';

/** To look up what nobody knows by heart. */
export function DeviceIds({ devices }: { readonly devices: readonly Device[] }) {
  const usable = devices.filter((device) => device.status !== 'revoked');
  if (usable.length === 0) return null;
  return (
    <details className="yaml-devices">
      <summary>Ids of your devices</summary>
      <dl>
        {usable.map((device) => (
          <div key={device.device_id}>
            <dt>{device.name}</dt>
            <dd>
              <code>{device.device_id}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
