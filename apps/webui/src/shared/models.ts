import * as z from 'zod';
import { nameSchema } from './names.ts';

const timestampSchema = z.iso.datetime();

/** `openai_compatible`: any server that speaks OpenAI's chat completions (Ollama, LM Studio, vLLM, OpenRouter …). */
export const providerSchema = z.enum(['anthropic', 'openai', 'google', 'openai_compatible']);
export type Provider = z.infer<typeof providerSchema>;

const modelFields = {
  /** What the person calls it. */
  name: nameSchema('Give the model a name.'),
  provider: providerSchema,
  /** The provider's own name of the model, such as `claude-sonnet-4-5`. */
  provider_model: nameSchema('Name the model as its provider does.', 200),
  /** `null`: the provider's public address. An `openai_compatible` server needs one. */
  base_url: z
    .url({ protocol: /^https?$/, error: 'Use an http:// or https:// address.' })
    .max(2000)
    .nullable(),
  /** `null`: not known yet; *Test* finds out, or the person says so. */
  accepts_images: z.boolean().nullable(),
};
const apiKeySchema = z.string().trim().min(1).max(4096);

/** How the last *Test* went. `code` is `ok` or one of the model error codes of docs/errors.md. */
export const modelTestSchema = z.object({
  ok: z.boolean(),
  code: z.string(),
  message: z.string(),
  accepts_images: z.boolean().nullable(),
  duration_ms: z.int().min(0),
  tested_at: timestampSchema,
});
export type ModelTest = z.infer<typeof modelTestSchema>;

/**
 * `GET|POST /api/settings/models`, `PATCH|DELETE /api/settings/models/{id}`, `POST …/{id}/test` → `modelTestSchema`.
 * The key goes in and never comes out.
 */
export const modelSchema = z.object({
  model_id: z.string(),
  ...modelFields,
  api_key_set: z.boolean(),
  last_test: modelTestSchema.nullable(),
  created_at: timestampSchema,
});
export type Model = z.infer<typeof modelSchema>;
export const modelListSchema = z.object({ models: z.array(modelSchema) });
export const modelCreateSchema = z.strictObject({
  ...modelFields,
  base_url: modelFields.base_url.default(null),
  accepts_images: modelFields.accepts_images.default(null),
  api_key: apiKeySchema.nullable().default(null),
});
export type ModelCreate = z.input<typeof modelCreateSchema>;
/** `api_key`: absent leaves it, `null` removes it. */
export const modelPatchSchema = z.strictObject({
  name: modelFields.name.optional(),
  provider_model: modelFields.provider_model.optional(),
  base_url: modelFields.base_url.optional(),
  accepts_images: modelFields.accepts_images.optional(),
  api_key: apiKeySchema.nullable().optional(),
});
export type ModelPatch = z.infer<typeof modelPatchSchema>;
