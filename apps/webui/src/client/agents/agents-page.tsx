import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Agent } from '../../shared/agents.ts';
import { agentsQuery, modelsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { EmptyState } from '../design/states.tsx';
import { PagePending } from '../shell/page-states.tsx';
import { AgentRow } from './agent-row.tsx';
import '../models/models.css';

const AgentDialog = lazy(async () => ({ default: (await import('./agent-dialog.tsx')).AgentDialog }));
const DeleteAgent = lazy(async () => ({ default: (await import('./delete-agent.tsx')).DeleteAgent }));

type Edit = { readonly kind: 'add' } | { readonly kind: 'change' | 'delete'; readonly agent: Agent };

export function AgentsPage() {
  const { eventLog } = useApp();
  const agents = useQuery(agentsQuery(eventLog));
  const models = useQuery(modelsQuery(eventLog));
  const [edit, setEdit] = useState<Edit | null>(null);
  const error = agents.error ?? models.error;
  const isLoaded = agents.data !== undefined && models.data !== undefined;
  const close = () => setEdit(null);
  return (
    <div className="settings">
      <div className="settings-head">
        <div>
          <h2>Agents</h2>
          <p>A model with instructions, tools and a budget of its own, under a name.</p>
        </div>
        {isLoaded && agents.data.length > 0 && (
          <Button variant="primary" onPress={() => setEdit({ kind: 'add' })}>
            <Plus size={15} aria-hidden="true" />
            Add agent
          </Button>
        )}
      </div>
      {!isLoaded && error === null && <PagePending />}
      <ProblemNotice
        error={isLoaded ? null : error}
        actions={
          <Button size="small" onPress={() => void Promise.all([agents.refetch(), models.refetch()])}>
            Try again
          </Button>
        }
      />
      {isLoaded && agents.data.length === 0 && (
        <NoAgents hasModels={models.data.length > 0} onAdd={() => setEdit({ kind: 'add' })} />
      )}
      {isLoaded && agents.data.length > 0 && (
        <ul className="model-list" aria-label="Agents">
          {agents.data.map((agent) => (
            <AgentRow
              key={agent.agent_id}
              agent={agent}
              model={models.data.find((model) => model.model_id === agent.model_id)}
              onChange={() => setEdit({ kind: 'change', agent })}
              onDelete={() => setEdit({ kind: 'delete', agent })}
            />
          ))}
        </ul>
      )}
      {edit !== null && (
        <Suspense fallback={null}>
          {edit.kind === 'delete' ? (
            <DeleteAgent agent={edit.agent} onClose={close} />
          ) : (
            <AgentDialog
              agent={edit.kind === 'change' ? edit.agent : null}
              models={models.data ?? []}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}

function NoAgents({ hasModels, onAdd }: { readonly hasModels: boolean; readonly onAdd: () => void }) {
  return (
    <EmptyState
      icon={Bot}
      title="No agent yet"
      actions={
        hasModels ? (
          <Button variant="primary" onPress={onAdd}>
            Add agent
          </Button>
        ) : (
          <Link to="/settings/models" search={{ add: true }} className="button" data-variant="primary">
            Add a model first
          </Link>
        )
      }
    >
      A conversation can use a model as it is. Save an agent for instructions that you would repeat.
    </EmptyState>
  );
}
