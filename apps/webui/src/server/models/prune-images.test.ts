import fc from 'fast-check';
import type { ModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { answersThenImages, answersWithImages } from './adapters/tool-messages.ts';
import { pruneImages, removedImageText, type ImageLimits } from './prune-images.ts';

const limits: ImageLimits = { maxImages: 20, keepImages: 10, maxBytes: 4000 };

/** A step of a model: what it says, and the answers to its calls, some with an image of that many bytes. */
const steps = fc.array(fc.array(fc.option(fc.integer({ min: 1, max: 600 })), { maxLength: 3 }), {
  maxLength: 60,
});

function conversation(images: readonly (number | null)[][], inResults: boolean): ModelMessage[] {
  const build = inResults ? answersWithImages : answersThenImages;
  return images.flatMap((answers, step) => [
    { role: 'assistant', content: `step ${String(step)}` },
    ...build(
      answers.map((size, index) => ({
        toolCallId: `call-${String(step)}-${String(index)}`,
        toolName: 'computer_observe',
        input: {},
        text: 'seen',
        image: size === null ? null : { bytes: new Uint8Array(size), mimeType: 'image/png' },
        isError: false,
      })),
    ),
  ]);
}

/** Base64 lengths of the images that are left, oldest first. */
function imagesIn(messages: readonly ModelMessage[]): number[] {
  return messages.flatMap(({ role, content }) => {
    if (typeof content === 'string') return [];
    return content.flatMap((part) => {
      if (part.type === 'file' && role === 'user') return [base64Length(part.data)];
      if (part.type !== 'tool-result' || part.output.type !== 'content') return [];
      return part.output.value.flatMap((inner) => ('data' in inner ? [inner.data.length] : []));
    });
  });
}

const base64Length = (data: unknown) =>
  data instanceof Uint8Array ? Buffer.from(data).toString('base64').length : 0;

const text = (messages: readonly ModelMessage[]) => messages.map((message) => JSON.stringify(message));

describe('pruning images', () => {
  it('keeps every request below both limits, and the newest image always', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (images, inResults) => {
        const messages = conversation(images, inResults);
        const before = imagesIn(messages);
        const left = imagesIn(pruneImages(messages, limits));
        expect(left.length).toBeLessThan(limits.maxImages);
        expect(before.slice(before.length - left.length)).toEqual(left);
        if (before.length > 0) expect(left.length).toBeGreaterThan(0);
        const bytes = left.reduce((sum, size) => sum + size, 0);
        expect(bytes <= limits.maxBytes || left.length === 1).toBe(true);
      }),
    );
  });

  it('leaves what came before as it was, but for the steps at which a batch leaves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.boolean(), (count, inResults) => {
        const images = Array.from({ length: count }, () => [9]);
        let breaks = 0;
        let before: string[] = [];
        for (let length = 1; length <= count; length += 1) {
          const now = text(pruneImages(conversation(images.slice(0, length), inResults), limits));
          if (now.slice(0, before.length).join('\n') !== before.join('\n')) breaks += 1;
          before = now;
        }
        expect(breaks).toBe(Math.max(0, Math.floor((count - limits.keepImages) / 10)));
      }),
      { numRuns: 20 },
    );
  });

  it('says in words where an image was, beside the text of its call', () => {
    const messages = conversation(
      Array.from({ length: 20 }, () => [9]),
      true,
    );
    const [, first] = pruneImages(messages, limits);
    expect(first).toMatchObject({
      content: [
        {
          output: {
            value: [
              { type: 'text', text: 'seen' },
              { type: 'text', text: removedImageText },
            ],
          },
        },
      ],
    });
  });
});
