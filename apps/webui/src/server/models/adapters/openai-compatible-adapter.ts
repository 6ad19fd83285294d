import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelAdapter, UsableModel } from '../model-adapter.ts';
import { namedCall, namedTools } from '../tools/named-tools.ts';
import { largestSide, openAiPictures } from './largest-side.ts';
import { answersThenImages } from './tool-messages.ts';

/** Chat completions, as Ollama, LM Studio, vLLM and OpenRouter speak them; their tool results are text only. */
export function createOpenAiCompatibleAdapter(
  model: UsableModel,
  fetch: typeof globalThis.fetch,
): ModelAdapter {
  const apiKey = model.revealApiKey();
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: model.base_url ?? '',
    includeUsage: true,
    fetch,
    ...(apiKey === null ? {} : { apiKey }),
  });
  return {
    languageModel: provider.chatModel(model.provider_model),
    providerOptions: {},
    observeMaxDimension: (display) => largestSide(openAiPictures, display),
    toModelPoint: (point) => point,
    tools: (names, context) => namedTools(names, context),
    toCalls: (toolName, input) => namedCall(toolName, input),
    toMessages: answersThenImages,
    systemMessage: (text) => ({ role: 'system', content: text }),
    withCacheMarks: (messages) => [...messages],
  };
}
