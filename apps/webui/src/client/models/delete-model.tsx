import { Link } from '@tanstack/react-router';
import type { Agent } from '../../shared/agents.ts';
import type { Model } from '../../shared/models.ts';
import { Button } from '../design/button.tsx';
import { ConfirmDialog, Dialog } from '../design/dialog.tsx';
import { useDeleteModel } from './use-model-actions.ts';

type DeleteModelProps = {
  readonly model: Model;
  /** Those that work with it: none of them may be left without a model. */
  readonly agents: readonly Agent[];
  readonly onClose: () => void;
};

export function DeleteModel({ model, agents, onClose }: DeleteModelProps) {
  const remove = useDeleteModel(onClose);
  if (agents.length > 0) return <ModelInUse model={model} agents={agents} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Delete this model?"
      action="Delete"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(model.model_id)}
      onClose={onClose}
    >
      <p>“{model.name}” and its stored key go away. What it did stays in the conversations.</p>
    </ConfirmDialog>
  );
}

function ModelInUse({ model, agents, onClose }: DeleteModelProps) {
  return (
    <Dialog
      title="This model is in use"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Link to="/settings/agents" className="button" data-variant="primary">
            Open Agents
          </Link>
        </>
      }
    >
      <p>
        {agents.length === 1 ? 'An agent works' : `${agents.length} agents work`} with “{model.name}”:{' '}
        {agents.map((agent) => agent.name).join(', ')}. Choose another model there, or delete them, first.
      </p>
    </Dialog>
  );
}
