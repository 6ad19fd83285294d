import type { Provider } from '../../shared/models.ts';
import { createAnthropicAdapter } from './adapters/anthropic-adapter.ts';
import { createGoogleAdapter } from './adapters/google-adapter.ts';
import { guardedFetch } from './adapters/guarded-fetch.ts';
import { createOpenAiAdapter } from './adapters/openai-adapter.ts';
import { createOpenAiCompatibleAdapter } from './adapters/openai-compatible-adapter.ts';
import type { ModelAdapter, UsableModel } from './model-adapter.ts';

type CreateAdapter = (model: UsableModel, fetch: typeof globalThis.fetch) => ModelAdapter;

const adapters: Readonly<Record<Provider, CreateAdapter>> = {
  anthropic: createAnthropicAdapter,
  openai: createOpenAiAdapter,
  google: createGoogleAdapter,
  openai_compatible: createOpenAiCompatibleAdapter,
};

/**
 * Speaks to the saved model: its own key and address only, never those of the environment. Requests are not retried
 * here: give the SDK `maxRetries: 0` and ask `modelFailure` what may be tried again.
 */
export function createModelAdapter(
  model: UsableModel,
  { fetch = globalThis.fetch }: { fetch?: typeof globalThis.fetch } = {},
): ModelAdapter {
  return adapters[model.provider](model, guardedFetch(fetch, model.revealApiKey()));
}
