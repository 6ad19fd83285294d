import {
  agentCreateSchema,
  budgetSchema,
  defaultBudget,
  type Agent,
  type AgentCreate,
  type Budget,
} from '../../shared/agents.ts';

/** A budget as it is typed: whole numbers, the time in minutes. */
export type BudgetDraft = { readonly steps: string; readonly tokens: string; readonly minutes: string };
export type BudgetErrors = Partial<Record<keyof BudgetDraft, string>>;

export function draftOfBudget(budget: Budget): BudgetDraft {
  return {
    steps: String(budget.steps),
    tokens: String(budget.tokens),
    minutes: String(Math.round((budget.wall_time_seconds / 60) * 100) / 100),
  };
}

const budgetIssues = {
  steps: 'Use 1 to 500.',
  tokens: 'Use 1 000 to 50 million.',
  wall_time_seconds: 'Use up to 1440 minutes.',
} as const;

export function toBudget(draft: BudgetDraft): { budget: Budget } | { errors: BudgetErrors } {
  const parsed = budgetSchema.safeParse({
    steps: toNumber(draft.steps),
    tokens: toNumber(draft.tokens),
    wall_time_seconds: Math.round(toNumber(draft.minutes) * 60),
  });
  if (parsed.success) return { budget: parsed.data };
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  return {
    errors: {
      ...(wrong.has('steps') && { steps: budgetIssues.steps }),
      ...(wrong.has('tokens') && { tokens: budgetIssues.tokens }),
      ...(wrong.has('wall_time_seconds') && { minutes: budgetIssues.wall_time_seconds }),
    },
  };
}

/** People group digits with spaces, points or commas; only a last group of other than three is a fraction. */
function toNumber(text: string): number {
  const plain = text.trim().replaceAll(/[\s_]/g, '');
  const grouped = /^\d{1,3}([.,]\d{3})+$/.test(plain)
    ? plain.replaceAll(/[.,]/g, '')
    : plain.replace(',', '.');
  return grouped === '' ? Number.NaN : Number(grouped);
}

/** The form of an agent, as it is typed. */
export type AgentDraft = {
  readonly name: string;
  readonly modelId: string;
  readonly instructions: string;
  readonly hasEnvironment: boolean;
  readonly budget: BudgetDraft;
};

export function newAgentDraft(modelId: string): AgentDraft {
  return {
    name: '',
    modelId,
    instructions: '',
    hasEnvironment: true,
    budget: draftOfBudget(defaultBudget),
  };
}

export function draftOfAgent(agent: Agent): AgentDraft {
  return {
    name: agent.name,
    modelId: agent.model_id,
    instructions: agent.instructions,
    hasEnvironment: agent.tool_groups.includes('dynamic_environment'),
    budget: draftOfBudget(agent.budget),
  };
}

export type AgentErrors = BudgetErrors & {
  readonly name?: string;
  readonly modelId?: string;
  readonly instructions?: string;
};

/** What the agent is saved as, whole, or what is wrong with each field. */
export function toAgent(draft: AgentDraft): { body: AgentCreate } | { errors: AgentErrors } {
  const budget = toBudget(draft.budget);
  const body = {
    name: draft.name.trim(),
    model_id: draft.modelId,
    instructions: draft.instructions.trim(),
    tool_groups: draft.hasEnvironment ? (['dynamic_environment'] satisfies AgentCreate['tool_groups']) : [],
    budget: 'budget' in budget ? budget.budget : defaultBudget,
  };
  const parsed = agentCreateSchema.safeParse(body);
  if (parsed.success && 'budget' in budget) return { body };
  const issues = parsed.error?.issues ?? [];
  const messageOf = (field: string) => issues.find((issue) => issue.path[0] === field)?.message;
  const name = messageOf('name');
  return {
    errors: {
      ...('errors' in budget && budget.errors),
      ...(name !== undefined && { name }),
      ...(messageOf('model_id') !== undefined && { modelId: 'Choose a model.' }),
      ...(messageOf('instructions') !== undefined && { instructions: 'Use at most 20 000 characters.' }),
    },
  };
}
