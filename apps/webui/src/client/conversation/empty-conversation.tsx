import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquareText, MonitorCheck, MonitorUp } from 'lucide-react';
import { devicesQuery, modelsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { EmptyState } from '../design/states.tsx';

type EmptyConversationProps = { readonly hasBinding: boolean; readonly onOpenEnvironments: () => void };

/** The one next step: pair, then bind, then ask or start. */
export function EmptyConversation({ hasBinding, onOpenEnvironments }: EmptyConversationProps) {
  const { eventLog } = useApp();
  const { data: devices } = useQuery(devicesQuery(eventLog));
  const { data: models } = useQuery(modelsQuery(eventLog));
  if (devices === undefined) return null;
  if (!devices.some((device) => device.status !== 'revoked')) return <ConnectFirst />;
  if (!hasBinding) return <BindNext hasModel={models?.length !== 0} onOpen={onOpenEnvironments} />;
  if (models === undefined || models.length > 0) {
    return (
      <EmptyState icon={MessageSquareText} title="Ready">
        Say below what is to be done. Every step stays here with what was seen, and Stop is always one press
        away.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={MonitorCheck} title="Ready to start">
      Start a run below. You observe the desktop, act on its image, and every step stays here as evidence.{' '}
      <Link to="/settings/models" search={{ add: true }}>
        Add a model
      </Link>{' '}
      to let one work instead.
    </EmptyState>
  );
}

function ConnectFirst() {
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

/** A model can just talk, so binding is offered; Operator cannot do without. */
function BindNext({ hasModel, onOpen }: { readonly hasModel: boolean; readonly onOpen: () => void }) {
  return (
    <EmptyState
      icon={MonitorCheck}
      title={hasModel ? 'Give this conversation a desktop' : 'Choose a working environment'}
      actions={
        <Button variant="primary" onPress={onOpen}>
          Add environment
        </Button>
      }
    >
      {hasModel
        ? 'Pick one and say what may be done there. A model can also just talk, without one.'
        : 'Pick a desktop for this conversation and say what may be done there.'}
    </EmptyState>
  );
}
