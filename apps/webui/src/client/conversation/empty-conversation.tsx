import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MonitorCheck, MonitorUp } from 'lucide-react';
import { devicesQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { EmptyState } from '../design/states.tsx';

type EmptyConversationProps = { readonly hasBinding: boolean; readonly onOpenEnvironments: () => void };

/** The one next step: pair, then bind, then start. */
export function EmptyConversation({ hasBinding, onOpenEnvironments }: EmptyConversationProps) {
  const { eventLog } = useApp();
  const { data: devices } = useQuery(devicesQuery(eventLog));
  if (devices === undefined) return null;
  if (!devices.some((device) => device.status !== 'revoked')) {
    return (
      <EmptyState
        icon={MonitorUp}
        actions={
          <Link
            to="/settings/environments"
            search={{ connect: true }}
            className="button"
            data-variant="primary"
          >
            Connect a desktop
          </Link>
        }
      />
    );
  }
  if (!hasBinding) {
    return (
      <EmptyState
        icon={MonitorCheck}
        title="Choose a working environment"
        actions={
          <Button variant="primary" onPress={onOpenEnvironments}>
            Choose an environment
          </Button>
        }
      >
        Pick a desktop for this conversation and say what it may do there.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={MonitorCheck} title="Ready to start">
      Start a run below. You observe the desktop, act on its image, and every step stays here as evidence.
    </EmptyState>
  );
}
