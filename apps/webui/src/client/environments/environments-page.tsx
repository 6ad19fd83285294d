import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MonitorUp, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { devicesQuery, pairingsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { EmptyState, Skeleton } from '../design/states.tsx';
import { DeviceCard } from './device-card.tsx';
import './environments.css';

const ConnectDeviceDialog = lazy(async () => ({
  default: (await import('./connect-device-dialog.tsx')).ConnectDeviceDialog,
}));
const route = getRouteApi('/shell/settings/environments');

export function EnvironmentsPage() {
  const { connect = false } = route.useSearch();
  const navigate = route.useNavigate();
  const setOpen = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { connect: true } : {}, replace: true });
  return (
    <div className="settings">
      <div className="settings-head">
        <div>
          <h2>Environments</h2>
          <p>Desktops that are paired with this Harness Desktop. Pairing alone allows nothing.</p>
        </div>
        <Button variant="primary" onPress={() => setOpen(true)}>
          <Plus size={15} aria-hidden="true" />
          Connect Device
        </Button>
      </div>
      {!connect && <WaitingHint onOpen={() => setOpen(true)} />}
      <DeviceList onConnect={() => setOpen(true)} />
      {connect && (
        <Suspense fallback={null}>
          <ConnectDeviceDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function WaitingHint({ onOpen }: { readonly onOpen: () => void }) {
  const { eventLog } = useApp();
  const { data: pairings = [] } = useQuery(pairingsQuery(eventLog));
  if (pairings.length === 0) return null;
  const [first] = pairings;
  return (
    <Notice
      tone="info"
      title={
        pairings.length === 1
          ? `${first?.name ?? 'A device'} waits for you`
          : `${pairings.length} devices wait for you`
      }
      isAlert
      actions={
        <Button size="small" onPress={onOpen}>
          Review
        </Button>
      }
    >
      Compare its code with the one in its terminal.
    </Notice>
  );
}

function DeviceList({ onConnect }: { readonly onConnect: () => void }) {
  const { eventLog } = useApp();
  const devices = useQuery(devicesQuery(eventLog));
  if (devices.data === undefined) {
    return devices.error === null ? (
      <div className="device-list" role="status" aria-label="Loading devices">
        <Skeleton height={150} />
        <Skeleton height={150} />
      </div>
    ) : (
      <ProblemNotice
        error={devices.error}
        actions={<Button onPress={() => void devices.refetch()}>Try again</Button>}
      />
    );
  }
  if (devices.data.length === 0) {
    return (
      <EmptyState
        icon={MonitorUp}
        title="No desktop is paired yet"
        actions={
          <Button variant="primary" onPress={onConnect}>
            Connect a desktop
          </Button>
        }
      >
        Pair your own desktop with one command. You stay in control of what a conversation may do with it.
      </EmptyState>
    );
  }
  return (
    <div className="device-list">
      {devices.data.map((device) => (
        <DeviceCard key={device.device_id} device={device} />
      ))}
    </div>
  );
}
