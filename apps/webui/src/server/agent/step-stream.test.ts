import { simulateReadableStream, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createModelAdapter } from '../models/create-model-adapter.ts';
import { streamStep } from './step-stream.ts';

const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };

it('takes only the first of two calls with one id', async () => {
  const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'look', input: '{}' } as const;
  const languageModel = new MockLanguageModelV3({
    doStream: {
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start', warnings: [] },
          call,
          call,
          {
            type: 'finish',
            finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
            usage: { inputTokens: tokens, outputTokens: tokens },
          },
        ],
      }),
    },
  });
  const adapter = createModelAdapter({
    model_id: 'model-1',
    name: 'Twins',
    provider: 'openai_compatible',
    provider_model: 'twins',
    base_url: 'http://127.0.0.1:9/v1',
    accepts_images: true,
    revealApiKey: () => null,
  });
  const outcome = await streamStep({
    adapter: { ...adapter, languageModel },
    system: 'Look.',
    messages: [{ role: 'user', content: 'Look twice.' }],
    tools: { look: tool({ inputSchema: z.object({}) }) },
    openText: () => ({ add: () => Promise.resolve(), settle: () => Promise.resolve() }),
    signal: new AbortController().signal,
  });
  if (outcome.kind === 'failed') throw new Error(outcome.failure.message);
  expect(outcome.calls.map(({ problem }) => problem)).toEqual([
    undefined,
    expect.stringContaining('the same id'),
  ]);
});
