import type { Agent } from '../../shared/agents.ts';
import type { Model } from '../../shared/models.ts';
import { ConfirmDialog } from '../design/dialog.tsx';
import { useDeleteModel } from './use-model-actions.ts';

type DeleteModelProps = {
  readonly model: Model;
  /** Those that work with it. */
  readonly agents: readonly Agent[];
  readonly onClose: () => void;
};

export function DeleteModel({ model, agents, onClose }: DeleteModelProps) {
  const remove = useDeleteModel(onClose);
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
      {agents.length > 0 && (
        <p>
          {agents.length === 1 ? 'One agent works' : `${agents.length} agents work`} with it and cannot until
          another model is chosen: {agents.map((agent) => agent.name).join(', ')}.
        </p>
      )}
    </ConfirmDialog>
  );
}
