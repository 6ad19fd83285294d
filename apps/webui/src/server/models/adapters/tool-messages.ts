import type { ModelMessage, ToolModelMessage } from 'ai';
import type { ToolAnswer } from '../model-adapter.ts';

type ToolResult = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>;

/** One tool message; the image of an answer goes with its text. */
export function answersWithImages(answers: readonly ToolAnswer[]): ModelMessage[] {
  return toolMessage(answers.map((answer) => toolResult(answer, true)));
}

/** For an API whose tool results are text: the images follow in a message of the user. */
export function answersThenImages(answers: readonly ToolAnswer[]): ModelMessage[] {
  const results = toolMessage(answers.map((answer) => toolResult(answer, false)));
  const images = answers.flatMap(({ toolName, image }) => {
    if (image === null) return [];
    const file = { type: 'file' as const, data: image.bytes, mediaType: image.mimeType };
    return [{ type: 'text' as const, text: `The image that ${toolName} answered with:` }, file];
  });
  return images.length === 0 ? results : [...results, { role: 'user', content: images }];
}

const toolMessage = (content: ToolResult[]): ModelMessage[] =>
  content.length === 0 ? [] : [{ role: 'tool', content }];

function toolResult(answer: ToolAnswer, withImage: boolean): ToolResult {
  const { toolCallId, toolName, text, image, isError } = answer;
  const about = { type: 'tool-result' as const, toolCallId, toolName };
  if (image === null || !withImage) {
    return {
      ...about,
      output: isError ? { type: 'error-text', value: text } : { type: 'text', value: text },
    };
  }
  const data = Buffer.from(image.bytes).toString('base64');
  const content = [
    { type: 'text' as const, text },
    { type: 'image-data' as const, data, mediaType: image.mimeType },
  ];
  return { ...about, output: { type: 'content', value: content } };
}
