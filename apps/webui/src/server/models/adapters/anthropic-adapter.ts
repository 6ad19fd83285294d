import { createAnthropic } from '@ai-sdk/anthropic';
import type { ModelMessage, ToolSet } from 'ai';
import type { ComputerToolName } from '../../../shared/computer-tools.ts';
import { mapAction } from '../anthropic-computer/computer-actions.ts';
import { computerTool, computerToolName, defaultEnvironment } from '../anthropic-computer/computer-tool.ts';
import { computerToolVersion } from '../anthropic-computer/tool-versions.ts';
import type { MappedCall, ModelAdapter, ToolContext, UsableModel } from '../model-adapter.ts';
import { functionTools, namedCall, namedTools, pixelPoints } from '../tools/named-tools.ts';
import { anthropicPictures, largestSide } from './largest-side.ts';
import { answersWithImages } from './tool-messages.ts';

const publicAddress = 'https://api.anthropic.com/v1';

/** Messages; the provider's own computer tool for the default desktop where the model has one. */
export function createAnthropicAdapter(model: UsableModel, fetch: typeof globalThis.fetch): ModelAdapter {
  const provider = createAnthropic({
    baseURL: model.base_url ?? publicAddress,
    apiKey: model.revealApiKey() ?? '',
    fetch,
  });
  const version = computerToolVersion(model.provider_model);
  return {
    languageModel: provider.messages(model.provider_model),
    // Arguments come when they are whole and valid JSON, not as the model writes them.
    providerOptions: { anthropic: { toolStreaming: false } },
    observeMaxDimension: (display) => largestSide(anthropicPictures, display),
    toModelPoint: (point) => point,
    tools(names, context) {
      if (version === undefined || !usesComputerTool(names, context)) return namedTools(names, context);
      return {
        ...computerTool(provider.tools, { version, names, context }),
        ...toolsBeside(names, context),
      };
    },
    toCalls: (toolName, input, context) =>
      toolName === computerToolName ? computerCall(input, context) : namedCall(toolName, input),
    toMessages: (answers) => answersWithImages(answers),
    systemMessage: (text) => ({ role: 'system', content: text, providerOptions: cached }),
    withCacheMarks: markNewest,
  };
}

/** Whoever may only look is better served by tools that only look. */
function usesComputerTool(names: readonly ComputerToolName[], context: ToolContext): boolean {
  const mayAct = names.some((name) => !lookingTools.includes(name));
  return mayAct && names.includes('computer_observe') && defaultEnvironment(context) !== undefined;
}

const lookingTools: readonly ComputerToolName[] = ['computer_describe', 'computer_observe', 'computer_zoom'];

/** The provider's tool knows one screen: other desktops, and other displays of the default one, have our tools. */
function toolsBeside(names: readonly ComputerToolName[], context: ToolContext): ToolSet {
  const main = defaultEnvironment(context);
  const every = context.environments.map(({ alias }) => alias);
  const hasMoreDisplays = (main?.displays.length ?? 0) > 1;
  const reached = hasMoreDisplays ? every : every.filter((alias) => alias !== main?.alias);
  const describing = names.filter((name) => name === 'computer_describe');
  const others = names.filter((name) => name !== 'computer_describe');
  return {
    ...functionTools(describing, { aliases: every, aliasRequired: false, ...pixelPoints }),
    ...(reached.length === 0
      ? {}
      : functionTools(others, { aliases: reached, aliasRequired: !hasMoreDisplays, ...pixelPoints })),
  };
}

function computerCall(input: unknown, context: ToolContext): MappedCall {
  const main = defaultEnvironment(context);
  if (main === undefined) return { kind: 'invalid', message: 'This conversation has no desktop.' };
  return mapAction(input, {
    alias: main.alias,
    newest: context.newest(null),
    scrollsInSteps: main.scroll_units?.includes('steps') ?? true,
  });
}

const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/**
 * Marks the end of this request and of the one before: this one reads what that one wrote, however many blocks a step
 * has added. With the system prompt these are three of the four marks that the API takes.
 */
function markNewest(messages: readonly ModelMessage[]): ModelMessage[] {
  const ends = messages.flatMap(({ role }, index) => (role === 'user' || role === 'tool' ? [index] : []));
  const marked = new Set(ends.filter((index) => messages[index + 1]?.role !== 'user').slice(-2));
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: { ...message.providerOptions, ...cached } } : message,
  );
}
