import { streamText } from 'ai';
import type { ModelAdapter } from '../model-adapter.ts';
import { finishFailure, modelFailure, type ModelFailure } from '../model-failure.ts';

export type Question = { readonly text: string; readonly picture: Uint8Array | null };
export type Reply = { readonly text: string } | { readonly failure: ModelFailure };

/** Enough for a model that thinks before it says one word. */
const maxOutputTokens = 2000;

/** One small question, streamed as a run is. Never throws for what the model, the provider or the network does. */
export async function askOnce(
  adapter: ModelAdapter,
  question: Question,
  signal: AbortSignal,
): Promise<Reply> {
  const { text: words, picture } = question;
  const file = picture === null ? [] : [{ type: 'file' as const, data: picture, mediaType: 'image/png' }];
  const answer = streamText({
    model: adapter.languageModel,
    providerOptions: adapter.providerOptions,
    messages: [{ role: 'user', content: [...file, { type: 'text', text: words }] }],
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    // The error comes as a part too; the SDK's own way is to print it, with the whole request.
    onError: () => undefined,
  });
  let text = '';
  let ending: ModelFailure | undefined;
  try {
    for await (const part of answer.fullStream) {
      if (part.type === 'text-delta') text += part.text;
      if (part.type === 'error') ending ??= modelFailure(part.error);
      if (part.type === 'abort') ending ??= modelFailure(signal.reason);
      if (part.type === 'finish') ending ??= finishFailure(part.finishReason, part.rawFinishReason);
    }
  } catch (error) {
    ending ??= modelFailure(signal.aborted ? signal.reason : error);
  }
  return ending === undefined || (ending.code === 'output_limit' && text !== '')
    ? { text }
    : { failure: ending };
}
