import type { Agent } from '../../shared/agents.ts';
import type { Model } from '../../shared/models.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { ChangeMenu } from '../models/change-menu.tsx';
import { describeBudget } from './budget-words.ts';

type AgentRowProps = {
  readonly agent: Agent;
  /** `undefined` once it was deleted. */
  readonly model: Model | undefined;
  readonly onChange: () => void;
  readonly onDelete: () => void;
};

export function AgentRow({ agent, model, onChange, onDelete }: AgentRowProps) {
  const hasEnvironment = agent.tool_groups.includes('dynamic_environment');
  return (
    <li className="model-row" aria-label={agent.name}>
      <div className="model-row-head">
        <div>
          <h3>{agent.name}</h3>
          <p className="model-row-facts">
            <span>{model?.name ?? 'No model'}</span>
            <span>{hasEnvironment ? 'Dynamic environment' : 'Only talks'}</span>
            <span>{describeBudget(agent.budget)}</span>
          </p>
        </div>
        <ChangeMenu name={agent.name} onChange={onChange} onDelete={onDelete} />
      </div>
      {agent.instructions !== '' && <p className="model-row-text">{agent.instructions}</p>}
      {model === undefined && (
        <Notice
          tone="warn"
          title="Its model was deleted"
          actions={
            <Button size="small" onPress={onChange}>
              Choose another
            </Button>
          }
        >
          It cannot work until it has one.
        </Notice>
      )}
    </li>
  );
}
