import type { Agent } from '../../shared/agents.ts';
import { ConfirmDialog } from '../design/dialog.tsx';
import { useDeleteAgent } from './use-agent-actions.ts';

export function DeleteAgent({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) {
  const remove = useDeleteAgent(onClose);
  return (
    <ConfirmDialog
      title="Delete this agent?"
      action="Delete"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(agent.agent_id)}
      onClose={onClose}
    >
      <p>“{agent.name}” and its instructions go away. What it did stays in the conversations.</p>
    </ConfirmDialog>
  );
}
