import { createOpenAI } from '@ai-sdk/openai';
import type { ToolSet } from 'ai';
import type { ModelAdapter, UsableModel } from '../model-adapter.ts';
import { namedCall, namedTools } from '../tools/named-tools.ts';
import { largestSide, openAiPictures } from './largest-side.ts';
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
    observeMaxDimension: (display) => largestSide(openAiPictures, display),
    toModelPoint: (point) => point,
    tools: (names, context) => notStrict(namedTools(names, context)),
    toCalls: (toolName, input) => namedCall(toolName, input),
    toMessages: (answers) => answersWithImages(answers, inFullSize),
    systemMessage: (text) => ({ role: 'system', content: text }),
    // OpenAI caches by itself what requests begin with.
    withCacheMarks: (messages) => [...messages],
  };
}

const inFullSize = { openai: { imageDetail: 'high' } } as const;

/** Where nothing is said, this API demands every argument, also those that may be left out. */
function notStrict(tools: ToolSet): ToolSet {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, { ...tool, strict: false }]));
}
