import { streamText, type ModelMessage } from 'ai';
import type { ComputerToolName } from '../../../shared/computer-tools.ts';
import type { ModelAdapter, ToolContext } from '../model-adapter.ts';
import { finishFailure, modelFailure, type ModelFailure } from '../model-failure.ts';

export type Heard = {
  readonly text: string;
  readonly calls: readonly { id: string; name: string; input: unknown; isInvalid: boolean }[];
  readonly failure: ModelFailure | undefined;
  /** What goes into the history. */
  readonly messages: readonly ModelMessage[];
  readonly tokens: number | undefined;
};

type Asked = {
  readonly messages: readonly ModelMessage[];
  readonly names: readonly ComputerToolName[];
  readonly context: ToolContext;
  readonly signal?: AbortSignal;
};

/** One step with the real SDK, as the agent loop takes it. */
export async function askAdapter(adapter: ModelAdapter, asked: Asked): Promise<Heard> {
  const result = streamText({
    model: adapter.languageModel,
    providerOptions: adapter.providerOptions,
    system: adapter.systemMessage('You work on a desktop.'),
    messages: adapter.withCacheMarks(asked.messages),
    tools: adapter.tools(asked.names, asked.context),
    maxRetries: 0,
    ...(asked.signal === undefined ? {} : { abortSignal: asked.signal }),
    onError: () => undefined,
  });
  let text = '';
  let failure: ModelFailure | undefined;
  let tokens: number | undefined;
  const calls = [];
  try {
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') text += part.text;
      if (part.type === 'tool-call') {
        const isInvalid = 'invalid' in part && part.invalid === true;
        calls.push({ id: part.toolCallId, name: part.toolName, input: part.input, isInvalid });
      }
      if (part.type === 'error') failure ??= modelFailure(part.error);
      if (part.type === 'abort') failure ??= modelFailure(asked.signal?.reason);
      if (part.type === 'finish') {
        failure ??= finishFailure(part.finishReason, part.rawFinishReason);
        tokens = part.totalUsage.totalTokens;
      }
    }
  } catch (error) {
    failure ??= modelFailure(error);
  }
  const messages = failure === undefined ? (await result.response).messages : [];
  return { text, calls, failure, messages: messages.filter(({ role }) => role === 'assistant'), tokens };
}
