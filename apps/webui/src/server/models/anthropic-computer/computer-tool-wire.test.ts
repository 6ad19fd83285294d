import type { ModelMessage } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ComputerToolName } from '../../../shared/computer-tools.ts';
import { createModelAdapter } from '../create-model-adapter.ts';
import type { SeenObservation, ToolContext } from '../model-adapter.ts';
import { anthropicProtocol } from '../testing/anthropic-protocol.ts';
import { askAdapter } from '../testing/ask-adapter.ts';
import { startProviderServer, type ProviderServer } from '../testing/provider-server.ts';

const names: ComputerToolName[] = [
  ...(['computer_describe', 'computer_observe', 'computer_zoom', 'computer_click'] as const),
  ...(['computer_type_text', 'computer_press_keys'] as const),
];
const newest: SeenObservation = {
  observation_id: 'obs-0000000a',
  alias: 'desktop',
  target_id: 'd0',
  width: 1280,
  height: 720,
};
const desktop = (alias: string, is_default: boolean) => ({
  alias,
  is_default,
  displays: [{ target_id: 'd0', name: 'Screen', width: 1920, height: 1080 }],
});
const contextOf = (environments: ToolContext['environments'], seen?: SeenObservation): ToolContext => ({
  environments,
  newest: () => seen,
  find: () => seen,
});
const one = contextOf([desktop('desktop', true)], newest);
const prompt: ModelMessage[] = [{ role: 'user', content: 'Click.' }];

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const adapterOf = (provider_model: string) =>
  createModelAdapter({
    model_id: 'model-1',
    name: 'Claude',
    provider: 'anthropic',
    provider_model,
    base_url: `${server.origin}/v1`,
    accepts_images: true,
    revealApiKey: () => 'key',
  });

const toolSchema = z.looseObject({ type: z.string().optional(), name: z.string().optional() });
const bodySchema = z.looseObject({ tools: z.array(toolSchema), messages: z.array(z.unknown()) });

/** The request to a model with these tools, as the server got it. */
async function requestOf(model: string, context: ToolContext, offered = names) {
  server.react({ kind: 'stream', events: anthropicProtocol.answer([{ text: 'Ready.' }]) });
  await askAdapter(adapterOf(model), { messages: prompt, names: offered, context });
  const request = server.received.at(-1);
  return { tools: bodySchema.parse(request?.body).tools, headers: request?.headers };
}

describe('the computer tool of Claude on the wire', () => {
  it('is declared with the size of the newest screenshot', async () => {
    const { tools, headers } = await requestOf('claude-sonnet-4-5-20250929', one);
    expect(tools[0]).toMatchObject({
      type: 'computer_20250124',
      name: 'computer',
      display_width_px: 1280,
      display_height_px: 720,
    });
    expect(headers?.['anthropic-beta']).toContain('computer-use-2025-01-24');
    expect(tools.map(({ name }) => name)).toEqual(['computer', 'computer_describe']);
  });

  it('is declared before the first screenshot with the size that it will have', async () => {
    const { tools } = await requestOf('claude-opus-4-6', contextOf([desktop('desktop', true)]));
    expect(tools[0]).toMatchObject({ type: 'computer_20251124', enable_zoom: true });
    const { display_width_px: width, display_height_px: height } = z
      .looseObject({ display_width_px: z.number(), display_height_px: z.number() })
      .parse(tools[0]);
    expect(width).toBe(adapterOf('claude-opus-4-6').observeMaxDimension({ width: 1920, height: 1080 }));
    expect(height).toBe(Math.round((width * 1080) / 1920));
  });

  it('is a toolset for newer models, without the actions that the run may not do', async () => {
    const { tools } = await requestOf('claude-opus-5-5', one);
    expect(tools[0]).toEqual({
      type: 'computer_toolset_20260801',
      configs: Object.fromEntries(
        ['mouse_move', 'left_click_drag', 'scroll', 'left_mouse_down', 'left_mouse_up'].map((action) => [
          action,
          { enabled: false },
        ]),
      ),
    });
  });

  it('leaves other desktops to our own tools, which must name them', async () => {
    const { tools } = await requestOf(
      'claude-sonnet-4-5',
      contextOf([desktop('desktop', true), desktop('laptop', false)], newest),
    );
    const observe = tools.find(({ name }) => name === 'computer_observe');
    expect(observe).toMatchObject({
      input_schema: { properties: { alias: { enum: ['laptop'] } }, required: ['alias'] },
    });
    expect(tools.map(({ name }) => name)).toEqual(['computer', 'computer_describe', ...names.slice(1)]);
  });

  it('is not used where the run may only look, or the model has none', async () => {
    const looking: ComputerToolName[] = ['computer_describe', 'computer_observe'];
    for (const [model, offered] of [
      ['claude-sonnet-4-5', looking],
      ['claude-3-opus-20240229', names],
    ] as const) {
      const { tools } = await requestOf(model, one, [...offered]);
      expect(tools.map(({ name }) => name)).toEqual(offered);
    }
  });

  it('takes an action, and answers it with a screenshot in its result', async () => {
    const adapter = adapterOf('claude-sonnet-4-5');
    const input = JSON.stringify({ action: 'left_click', coordinate: [640, 360] });
    server.react(
      {
        kind: 'stream',
        events: anthropicProtocol.answer([{ call: { id: 'toolu_1', name: 'computer', input } }]),
      },
      { kind: 'stream', events: anthropicProtocol.answer([{ text: 'Done.' }]) },
    );
    const first = await askAdapter(adapter, { messages: prompt, names, context: one });
    const [call] = first.calls;
    expect(adapter.toCalls('computer', call?.input, one)).toEqual({
      kind: 'calls',
      calls: [
        {
          tool: 'computer_click',
          arguments: { observation_id: 'obs-0000000a', point: { x: 640, y: 360 }, button: 'left' },
        },
      ],
      observeAfter: true,
    });
    const image = { bytes: new Uint8Array([1, 2, 3, 4]), mimeType: 'image/jpeg' };
    const about = { toolCallId: 'toolu_1', toolName: 'computer', input: call?.input };
    const answers = adapter.toMessages([{ ...about, text: '{"ok":true}', image, isError: false }]);
    await askAdapter(adapter, { messages: [...prompt, ...first.messages, ...answers], names, context: one });
    const { messages } = bodySchema.parse(server.received[1]?.body);
    expect(messages).toMatchObject([
      { role: 'user', content: [{ type: 'text', cache_control: { type: 'ephemeral' } }] },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'computer' }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            cache_control: { type: 'ephemeral' },
            content: [
              { type: 'text', text: '{"ok":true}' },
              { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AQIDBA==' } },
            ],
          },
        ],
      },
    ]);
  });

  it('answers a call that is not right in words, whatever the model wrote', async () => {
    const adapter = adapterOf('claude-sonnet-4-5');
    const input = JSON.stringify({ action: 'left_click', coordinate: '640,360' });
    server.react({
      kind: 'stream',
      events: anthropicProtocol.answer([{ call: { id: 'toolu_1', name: 'computer', input } }]),
    });
    const { calls } = await askAdapter(adapter, { messages: prompt, names, context: one });
    expect(calls).toMatchObject([{ isInvalid: false }]);
    expect(adapter.toCalls('computer', calls[0]?.input, one)).toMatchObject({ kind: 'invalid' });
  });
});
