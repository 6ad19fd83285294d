import { createOpenAI } from '@ai-sdk/openai';
import type { ModelAdapter, UsableModel } from '../model-adapter.ts';
import { namedCall, namedTools } from '../tools/named-tools.ts';
import { answersWithImages } from './tool-messages.ts';

const publicAddress = 'https://api.openai.com/v1';

/** The Responses API with function tools; nothing is kept at the provider (`store: false`). */
export function createOpenAiAdapter(model: UsableModel, fetch: typeof globalThis.fetch): ModelAdapter {
  const provider = createOpenAI({
    baseURL: model.base_url ?? publicAddress,
    apiKey: model.revealApiKey() ?? '',
    fetch,
  });
  return {
    languageModel: provider.responses(model.provider_model),
    providerOptions: { openai: { store: false } },
    observeMaxDimension: () => 1280,
    toModelPoint: (point) => point,
    tools: (names, context) => namedTools(names, context),
    toCalls: (toolName, input) => namedCall(toolName, input),
    toMessages: answersWithImages,
    withCacheMarks: (messages) => [...messages],
  };
}
