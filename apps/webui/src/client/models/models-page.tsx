import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Cpu, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Model } from '../../shared/models.ts';
import { agentsQuery, modelsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { EmptyState } from '../design/states.tsx';
import { PagePending } from '../shell/page-states.tsx';
import { ModelRow } from './model-row.tsx';
import './models.css';

const ModelDialog = lazy(async () => ({ default: (await import('./model-dialog.tsx')).ModelDialog }));
const DeleteModel = lazy(async () => ({ default: (await import('./delete-model.tsx')).DeleteModel }));

const route = getRouteApi('/shell/settings/models');

type Edit = { readonly kind: 'add' } | { readonly kind: 'change' | 'delete'; readonly model: Model };

export function ModelsPage() {
  const { eventLog } = useApp();
  const { add = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: models, error, refetch } = useQuery(modelsQuery(eventLog));
  const { data: agents = [] } = useQuery(agentsQuery(eventLog));
  const [chosen, setChosen] = useState<Edit | null>(null);
  const edit: Edit | null = chosen ?? (add ? { kind: 'add' } : null);
  const close = () => {
    setChosen(null);
    if (add) void navigate({ search: {}, replace: true });
  };
  return (
    <div className="settings">
      <div className="settings-head">
        <div>
          <h2>Models</h2>
          <p>What can work in your conversations. Operator, where you act yourself, needs none.</p>
        </div>
        {models !== undefined && models.length > 0 && (
          <Button variant="primary" onPress={() => setChosen({ kind: 'add' })}>
            <Plus size={15} aria-hidden="true" />
            Add model
          </Button>
        )}
      </div>
      {models === undefined && error === null && <PagePending />}
      <ProblemNotice
        error={models === undefined ? error : null}
        actions={
          <Button size="small" onPress={() => void refetch()}>
            Try again
          </Button>
        }
      />
      {models?.length === 0 && (
        <EmptyState
          icon={Cpu}
          title="No model yet"
          actions={
            <Button variant="primary" onPress={() => setChosen({ kind: 'add' })}>
              Add model
            </Button>
          }
        >
          Anthropic, OpenAI and Google with a key of yours, or a server of your own such as Ollama.
        </EmptyState>
      )}
      {models !== undefined && models.length > 0 && (
        <ul className="model-list" aria-label="Models">
          {models.map((model) => (
            <ModelRow
              key={model.model_id}
              model={model}
              onChange={() => setChosen({ kind: 'change', model })}
              onDelete={() => setChosen({ kind: 'delete', model })}
            />
          ))}
        </ul>
      )}
      {edit !== null && (
        <Suspense fallback={null}>
          {edit.kind === 'delete' ? (
            <DeleteModel
              model={edit.model}
              agents={agents.filter((agent) => agent.model_id === edit.model.model_id)}
              onClose={close}
            />
          ) : (
            <ModelDialog model={edit.kind === 'change' ? edit.model : null} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  );
}
