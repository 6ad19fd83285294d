import { useNavigate } from '@tanstack/react-router';
import { Bot, Cpu, Plus, UserRound } from 'lucide-react';
import type { Binding } from '../../shared/bindings.ts';
import { hindranceOf, keyOf, nameOf, type Who, type Workers } from './composer-choice.ts';
import type { ChoiceItem, ChoiceSection } from './composer-menu-sections.ts';
import { ComposerMenu } from './composer-menu.tsx';

const icons = { operator: UserRound, agent: Bot, model: Cpu } as const;
const addModel = 'add-model';
const addAgent = 'add-agent';

type ComposerWhoProps = {
  readonly who: Who;
  readonly workers: Workers;
  readonly bindings: readonly Binding[];
  readonly onChoose: (key: string) => void;
};

/** Who works on the next run; with each stands why it cannot work here. */
export function ComposerWho({ who, workers, bindings, onChoose }: ComposerWhoProps) {
  const navigate = useNavigate();
  const choose = (id: string) => {
    if (id === addModel) void navigate({ to: '/settings/models', search: { add: true } });
    else if (id === addAgent) void navigate({ to: '/settings/agents' });
    else onChoose(id);
  };
  return (
    <ComposerMenu
      label="Who works"
      value={nameOf(who)}
      icon={icons[who.kind]}
      chosen={keyOf(who)}
      sections={sectionsOf(workers, bindings)}
      onChoose={choose}
    />
  );
}

function sectionsOf({ agents, models }: Workers, bindings: readonly Binding[]): readonly ChoiceSection[] {
  const modelOf = (modelId: string) => models.find((candidate) => candidate.model_id === modelId);
  const agentWho = agents.map((agent): Who => ({ kind: 'agent', agent, model: modelOf(agent.model_id) }));
  return [
    { title: 'You', items: [itemOf({ kind: 'operator' }, bindings)] },
    { title: 'Agents', items: agentWho.map((who) => itemOf(who, bindings)) },
    { title: 'Models', items: models.map((model) => itemOf({ kind: 'model', model }, bindings)) },
    {
      title: 'More',
      isAction: true,
      items: [
        { id: addModel, label: 'Add a model', icon: Plus },
        ...(models.length > 0 ? [{ id: addAgent, label: 'Agents in the settings', icon: Bot }] : []),
      ],
    },
  ];
}

function itemOf(who: Who, bindings: readonly Binding[]): ChoiceItem {
  const hindrance = hindranceOf(who, bindings);
  const item = { id: keyOf(who), label: nameOf(who), icon: icons[who.kind] };
  if (hindrance !== null) return { ...item, description: hindrance.short, tone: 'warn' };
  return { ...item, description: describe(who) };
}

function describe(who: Who): string {
  switch (who.kind) {
    case 'operator':
      return 'You observe and act yourself; no model is needed';
    case 'agent':
      return who.model?.name ?? '';
    case 'model':
      return who.model.last_test?.ok === false ? 'Its last test failed' : who.model.provider_model;
  }
}
