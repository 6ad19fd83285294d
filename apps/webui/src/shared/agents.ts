import * as z from 'zod';
import { nameSchema } from './names.ts';

const timestampSchema = z.iso.datetime();

/** `dynamic_environment` gives the tools of the bound desktops; without it an agent only talks. */
export const toolGroupSchema = z.enum(['dynamic_environment']);

export const defaultBudget = { steps: 50, tokens: 2_000_000, wall_time_seconds: 3600 } as const;

/** What a run may use at most; reaching one ends it as `stopped`. Tokens: input and output of all its requests. */
export const budgetSchema = z.strictObject({
  steps: z.int().min(1).max(500),
  tokens: z.int().min(1000).max(50_000_000),
  wall_time_seconds: z.int().min(10).max(86_400),
});
export type Budget = z.infer<typeof budgetSchema>;

const agentFields = {
  name: nameSchema('Give the agent a name.'),
  model_id: z.string().min(1),
  /** Added to the built-in system prompt. */
  instructions: z.string().max(20_000),
  tool_groups: z.array(toolGroupSchema).max(8),
  budget: budgetSchema,
};

/** `GET|POST /api/settings/agents`, `PATCH|DELETE /api/settings/agents/{id}`. */
export const agentSchema = z.object({ agent_id: z.string(), ...agentFields, created_at: timestampSchema });
export type Agent = z.infer<typeof agentSchema>;
export const agentListSchema = z.object({ agents: z.array(agentSchema) });
export const agentCreateSchema = z.strictObject({
  ...agentFields,
  instructions: agentFields.instructions.default(''),
  tool_groups: agentFields.tool_groups.default(['dynamic_environment']),
  budget: agentFields.budget.default(defaultBudget),
});
export type AgentCreate = z.input<typeof agentCreateSchema>;
export const agentPatchSchema = z.strictObject({
  name: agentFields.name.optional(),
  model_id: agentFields.model_id.optional(),
  instructions: agentFields.instructions.optional(),
  tool_groups: agentFields.tool_groups.optional(),
  budget: agentFields.budget.optional(),
});
