import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '../../shared/devices.ts';
import { devicesQuery, pairingsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { PairingRow } from './pairing-row.tsx';

/** Waiting devices as they come, and below them those that were approved since this was opened. */
export function WaitingDevices() {
  const { eventLog, now } = useApp();
  const [openedAt] = useState(now);
  const pairings = useQuery(pairingsQuery(eventLog));
  const devices = useQuery(devicesQuery(eventLog));
  const waiting = pairings.data ?? [];
  // The clocks of the server and of this browser may differ by a little.
  const approved = (devices.data ?? []).filter((device) => Date.parse(device.paired_at) >= openedAt - 5000);
  return (
    <div className="waiting" aria-live="polite">
      <ProblemNotice error={pairings.error} />
      {approved
        .filter((device) => device.status !== 'revoked')
        .map((device) => (
          <ApprovedDevice key={device.device_id} device={device} />
        ))}
      {waiting.length > 0 && (
        <>
          <p className="muted small">Approve only if the terminal on the desktop shows the very same code.</p>
          <ul className="waiting">
            {waiting.map((pairing) => (
              <PairingRow key={pairing.pairing_id} pairing={pairing} />
            ))}
          </ul>
        </>
      )}
      {waiting.length === 0 && approved.length === 0 && (
        <p className="waiting-none">
          <span className="spinner" aria-hidden="true" />
          Waiting for a desktop. It appears here by itself.
        </p>
      )}
    </div>
  );
}

function ApprovedDevice({ device }: { readonly device: Device }) {
  if (device.status !== 'connected') {
    return (
      <Notice tone="info" title={`${device.name} is approved`}>
        {device.problem ?? 'It connects within a few seconds.'}
      </Notice>
    );
  }
  const displays = device.desktop?.displays ?? [];
  return (
    <Notice tone="good" title={`${device.name} is connected`}>
      {displays.length === 0
        ? (device.problem ?? 'It serves no desktop: computer use is off.')
        : displays.map((display) => `${display.name} ${display.width} × ${display.height}`).join(', ')}
    </Notice>
  );
}
