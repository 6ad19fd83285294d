import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { ModelAdapter, UsableModel } from '../model-adapter.ts';
import { namedCall, namedTools } from '../tools/named-tools.ts';
import { answersWithImages } from './tool-messages.ts';

const publicAddress = 'https://generativelanguage.googleapis.com/v1beta';

export function createGoogleAdapter(model: UsableModel, fetch: typeof globalThis.fetch): ModelAdapter {
  const provider = createGoogleGenerativeAI({
    baseURL: model.base_url ?? publicAddress,
    apiKey: model.revealApiKey() ?? '',
    fetch,
  });
  return {
    languageModel: provider.chat(model.provider_model),
    providerOptions: {},
    observeMaxDimension: () => 1280,
    toModelPoint: (point) => point,
    tools: (names, context) => namedTools(names, context),
    toCalls: (toolName, input) => namedCall(toolName, input),
    toMessages: answersWithImages,
    withCacheMarks: (messages) => [...messages],
  };
}
