import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelMessage, ToolModelMessage } from 'ai';
import type { ToolAnswer } from '../model-adapter.ts';

type ToolResult = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>;

/** One tool message; the image of an answer goes with its text. `imageOptions`: what the provider reads beside one. */
export function answersWithImages(
  answers: readonly ToolAnswer[],
  imageOptions?: SharedV3ProviderOptions,
): ModelMessage[] {
  return toolMessage(answers.map((answer) => imageResult(answer, imageOptions) ?? textResult(answer)));
}

/** For an API whose tool results are text: the images follow in a message of the user. */
export function answersThenImages(answers: readonly ToolAnswer[]): ModelMessage[] {
  const results = toolMessage(answers.map(textResult));
  const images = answers.flatMap(({ toolName, image }) => {
    if (image === null) return [];
    const file = { type: 'file' as const, data: image.bytes, mediaType: image.mimeType };
    return [{ type: 'text' as const, text: `The image that ${toolName} answered with:` }, file];
  });
  return images.length === 0 ? results : [...results, { role: 'user', content: images }];
}

const toolMessage = (content: ToolResult[]): ModelMessage[] =>
  content.length === 0 ? [] : [{ role: 'tool', content }];

function textResult({ toolCallId, toolName, text, isError }: ToolAnswer): ToolResult {
  const output = { type: isError ? ('error-text' as const) : ('text' as const), value: text };
  return { type: 'tool-result', toolCallId, toolName, output };
}

function imageResult(
  { toolCallId, toolName, text, image }: ToolAnswer,
  providerOptions?: SharedV3ProviderOptions,
): ToolResult | undefined {
  if (image === null) return undefined;
  const data = Buffer.from(image.bytes).toString('base64');
  const options = providerOptions === undefined ? {} : { providerOptions };
  const value = [
    { type: 'text' as const, text },
    { type: 'image-data' as const, data, mediaType: image.mimeType, ...options },
  ];
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'content', value } };
}
