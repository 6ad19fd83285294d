import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { ModelAdapter, UsableModel } from '../model-adapter.ts';
import { namedCall, namedTools } from '../tools/named-tools.ts';
import { googlePictures, largestSide } from './largest-side.ts';
import { gridMaximum, inputFromGrid, toGrid } from './point-grid.ts';
import { answersWithImages } from './tool-messages.ts';

const publicAddress = 'https://generativelanguage.googleapis.com/v1beta';
const gridPoints = {
  pointUnit:
    'thousandths of that screenshot, whole numbers from 0 to 999: x from its left edge, y from its top edge',
  pointMaximum: gridMaximum,
};

/** The Gemini API with function tools; places are on the grid that its models are trained on. */
export function createGoogleAdapter(model: UsableModel, fetch: typeof globalThis.fetch): ModelAdapter {
  const provider = createGoogleGenerativeAI({
    baseURL: model.base_url ?? publicAddress,
    apiKey: model.revealApiKey() ?? '',
    fetch,
  });
  return {
    languageModel: provider.chat(model.provider_model),
    providerOptions: {},
    observeMaxDimension: (display) => largestSide(googlePictures, display),
    toModelPoint: toGrid,
    tools: (names, context) => namedTools(names, context, gridPoints),
    toCalls(toolName, input, context) {
      const converted = inputFromGrid(input, context);
      if ('input' in converted) return namedCall(toolName, converted.input);
      return { kind: 'invalid', message: `Nothing was done: ${converted.fault}` };
    },
    toMessages: (answers) => answersWithImages(answers),
    systemMessage: (text) => ({ role: 'system', content: text }),
    // Google caches by itself what requests begin with.
    withCacheMarks: (messages) => [...messages],
  };
}
