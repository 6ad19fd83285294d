import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { useLiveStatus } from './use-live-status.ts';

export function OfflineBanner() {
  const { live } = useApp();
  if (useLiveStatus() !== 'offline') return null;
  return (
    <div className="offline-banner" role="status">
      No connection to harness-ui. What you see may be old; it goes on by itself once it is back.
      <Button variant="ghost" size="small" onPress={live.retry}>
        Try now
      </Button>
    </div>
  );
}
