import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { apiTokenCreateSchema } from './access.ts';
import { agentCreateSchema, agentPatchSchema } from './agents.ts';
import { devicePatchSchema } from './devices.ts';
import { modelCreateSchema, modelPatchSchema } from './models.ts';
import { projectCreateSchema, projectPatchSchema, threadCreateSchema, threadPatchSchema } from './threads.ts';

const token = { scopes: ['read'], expires_in_days: null };
const agent = { model_id: 'model-1' };
const model = { provider: 'openai', provider_model: 'gpt' };

describe('a name', () => {
  describe.each<{ of: string; schema: z.ZodType; field: string; rest?: object }>([
    { of: 'a new conversation', schema: threadCreateSchema, field: 'title' },
    { of: 'a conversation', schema: threadPatchSchema, field: 'title' },
    { of: 'a new project', schema: projectCreateSchema, field: 'name' },
    { of: 'a project', schema: projectPatchSchema, field: 'name' },
    { of: 'a device', schema: devicePatchSchema, field: 'name' },
    { of: 'a new API token', schema: apiTokenCreateSchema, field: 'name', rest: token },
    { of: 'a new agent', schema: agentCreateSchema, field: 'name', rest: agent },
    { of: 'an agent', schema: agentPatchSchema, field: 'name' },
    { of: 'a new model', schema: modelCreateSchema, field: 'name', rest: model },
    { of: 'a model', schema: modelPatchSchema, field: 'name' },
    { of: 'a model at its provider', schema: modelPatchSchema, field: 'provider_model' },
  ])('of $of', ({ schema, field, rest = {} }) => {
    const issuesOf = (name: string) => schema.safeParse({ ...rest, [field]: name }).error?.issues ?? [];
    const messageOf = (name: string) =>
      issuesOf(name)
        .map(({ message }) => message)
        .join();

    it.each(['a\0b', 'a\nb', 'a\tb', 'a\u007Fb', 'a\u0085b', '\u001B[31mred'])('is refused: %j', (name) => {
      expect(issuesOf(name)).toMatchObject([
        { path: [field], message: 'Leave out line breaks, tabs and other control characters.' },
      ]);
    });

    it('is refused when it is empty or too long, in plain words', () => {
      expect(messageOf('  ')).toMatch(/^(Give|Name) the .+\.$/);
      expect(messageOf('x'.repeat(201))).toMatch(/^Use at most \d+ characters\.$/);
    });

    it.each([' Build server ', 'Büro · 窓', '👩‍💻 home'])('can be %j', (name) => {
      expect(schema.parse({ ...rest, [field]: name })).toMatchObject({ [field]: name.trim() });
    });
  });
});
