import type { ModelMessage } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelAdapter } from './create-model-adapter.ts';
import type { ModelAdapter, ToolContext } from './model-adapter.ts';
import { anthropicProtocol } from './testing/anthropic-protocol.ts';
import { askAdapter } from './testing/ask-adapter.ts';
import { googleProtocol } from './testing/google-protocol.ts';
import { openAiCompatibleProtocol } from './testing/openai-compatible-protocol.ts';
import { openAiProtocol } from './testing/openai-protocol.ts';
import type { ProviderProtocol } from './testing/provider-protocol.ts';
import { startProviderServer, type ProviderServer, type Reaction } from './testing/provider-server.ts';

const key = 'test-key-that-nobody-may-see-1234567890';
const names = ['computer_observe', 'computer_click'] as const;
const seen = { observation_id: 'obs-0000000a', alias: 'desktop', target_id: 'd0', width: 1000, height: 500 };
const context: ToolContext = {
  environments: [
    {
      alias: 'desktop',
      is_default: true,
      displays: [{ target_id: 'd0', name: 'Screen', width: 1000, height: 500 }],
    },
  ],
  newest: () => seen,
  find: (id) => (id === seen.observation_id ? seen : undefined),
};
const prompt: ModelMessage[] = [{ role: 'user', content: 'Click the red button.' }];
const click = {
  id: 'call_1',
  name: 'computer_click',
  input: JSON.stringify({ observation_id: seen.observation_id, point: { x: 500, y: 100 }, button: 'left' }),
};

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const protocols = [anthropicProtocol, openAiProtocol, googleProtocol, openAiCompatibleProtocol];

describe.each(protocols)('$provider over its own protocol', (protocol) => {
  const adapterAt = (origin: string) =>
    createModelAdapter({
      model_id: 'model-1',
      name: 'Test',
      provider: protocol.provider,
      // One without a computer tool of its own; that has tests of its own.
      provider_model: protocol.provider === 'anthropic' ? 'claude-without-computer-tool' : protocol.model,
      base_url: `${origin}${protocol.basePath}`,
      accepts_images: true,
      revealApiKey: () => key,
    });
  const ask = (adapter: ModelAdapter, messages = prompt, signal?: AbortSignal) =>
    askAdapter(adapter, { messages, names, context, ...(signal === undefined ? {} : { signal }) });
  const askWith = (reaction: Reaction) => {
    server.react(reaction);
    return ask(adapterAt(server.origin));
  };
  const refuse = (refusal: keyof ProviderProtocol['refusals']) =>
    askWith({ kind: 'refuse', refusal: protocol.refusals[refusal] });

  it('streams text and a call of a tool', async () => {
    const heard = await askWith({
      kind: 'stream',
      events: protocol.answer([{ text: 'I click it.' }, { call: click }]),
    });
    expect(heard).toMatchObject({ text: 'I click it.', failure: undefined });
    expect(heard.calls).toMatchObject([{ name: 'computer_click', isInvalid: false }]);
    const [call] = heard.calls;
    expect(adapterAt(server.origin).toCalls('computer_click', call?.input, context)).toMatchObject({
      kind: 'calls',
      calls: [{ tool: 'computer_click', arguments: { point: { x: 500 } } }],
    });
    expect(heard.tokens).toBeGreaterThan(0);
  });

  it('sends the key in its header, to its own path and nowhere else', async () => {
    await askWith({ kind: 'stream', events: protocol.answer([{ text: 'Ready.' }]) });
    const [request] = server.received;
    const [header, value] = protocol.keyHeader(key);
    expect(request?.path).toBe(protocol.requestPath);
    expect(request?.headers[header]).toBe(value);
    expect(`${String(request?.path)}${String(request?.query)}${String(request?.text)}`).not.toContain(key);
  });

  it('sends a screenshot back beside the answer of its tool', async () => {
    const adapter = adapterAt(server.origin);
    server.react(
      {
        kind: 'stream',
        events: protocol.answer([{ call: { ...click, name: 'computer_observe', input: '{}' } }]),
      },
      { kind: 'stream', events: protocol.answer([{ text: 'A red button.' }]) },
    );
    const first = await ask(adapter);
    const [call] = first.calls;
    const bytes = new Uint8Array([1, 2, 3, 4]);
    const answers = adapter.toMessages([
      {
        toolCallId: call?.id ?? '',
        toolName: 'computer_observe',
        input: {},
        text: 'seen',
        image: { bytes, mimeType: 'image/webp' },
        isError: false,
      },
    ]);
    const second = await ask(adapter, [...prompt, ...first.messages, ...answers]);
    expect(second).toMatchObject({ text: 'A red button.', failure: undefined });
    const sent = server.received[1]?.text ?? '';
    expect(sent).toContain(Buffer.from(bytes).toString('base64'));
    expect(sent).toContain('image/webp');
    expect(lastAnswer(protocol.provider, server.received[1]?.body)).toMatchSnapshot();
    expect(toolsOf(protocol.provider, server.received[0]?.body)).toMatchSnapshot();
  });

  it.each([
    ['key', 'key_refused', false],
    ['access', 'access_refused', false],
    ['model', 'model_not_found', false],
    ['rate', 'rate_limited', true],
    ['quota', 'quota_used_up', false],
    ['overloaded', 'overloaded', true],
    ['broken', 'provider_failed', true],
    ['tooLong', 'request_too_large', false],
    ['image', 'image_too_large', false],
  ] as const)('tells a refusal for its %s by its code', async (refusal, code, mayRetry) => {
    const heard = await refuse(refusal);
    expect(heard.failure).toMatchObject({ code, mayRetry });
    expect(heard.failure?.message).not.toContain('sk-test');
    expect(heard.failure?.retryAfterMs).toBe(refusal === 'rate' ? 7000 : null);
  });

  it('blanks the key where a server quotes it', async () => {
    const refusal = { status: 401, body: JSON.stringify({ error: { message: `wrong key ${key}` } }) };
    const heard = await askWith({ kind: 'refuse', refusal });
    expect(heard.failure).toMatchObject({ code: 'key_refused' });
    expect(JSON.stringify(heard.failure)).not.toContain(key);
  });

  it('tells a stream that breaks off, or ends too soon', async () => {
    const events = protocol.answer([{ text: 'I look at the screen.' }]).slice(0, 2);
    const broken = await askWith({ kind: 'cut', events });
    expect(broken.failure).toMatchObject({ code: 'stream_cut', mayRetry: true });
    const ended = await askWith({ kind: 'stream', events });
    expect(ended.failure).toMatchObject({ code: 'stream_cut', mayRetry: true });
  });

  it('tells an error that comes in the middle of a stream', async () => {
    const [begin = ''] = protocol.answer([{ text: 'I look.' }]);
    const heard = await askWith({ kind: 'stream', events: [begin, protocol.errorEvent('Overloaded')] });
    expect(heard.failure).toMatchObject({ mayRetry: true });
    expect(['overloaded', 'provider_failed']).toContain(heard.failure?.code);
  });

  // Google's API sends arguments that are JSON already.
  if (protocol.provider !== 'google')
    it('gives a call whose arguments cannot be read as JSON as invalid', async () => {
      const broken = { ...click, input: '{"observation_id": "obs-0000' };
      const heard = await askWith({ kind: 'stream', events: protocol.answer([{ call: broken }]) });
      expect(heard.calls).toMatchObject([{ name: 'computer_click', isInvalid: true }]);
    });

  it('answers a call with wrong arguments in words that help', async () => {
    const wrong = {
      ...click,
      input: JSON.stringify({ observation_id: seen.observation_id, button: 'left' }),
    };
    const heard = await askWith({ kind: 'stream', events: protocol.answer([{ call: wrong }]) });
    const mapped = adapterAt(server.origin).toCalls('computer_click', heard.calls[0]?.input, context);
    expect(mapped.kind === 'invalid' ? mapped.message : mapped).toContain('point');
  });

  it('tells a refusal of the model', async () => {
    const heard = await askWith({ kind: 'stream', events: protocol.refusedAnswer() });
    expect(heard.failure).toMatchObject({ code: 'content_refused', mayRetry: false });
  });

  it('tells an answer that is no such protocol', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hello</html>' };
    const heard = await askWith({ kind: 'refuse', refusal: page });
    expect(['malformed_answer', 'stream_cut']).toContain(heard.failure?.code);
  });

  it('tells a redirect, and does not follow it', async () => {
    const refusal = { status: 307, headers: { location: `${server.origin}/elsewhere` }, body: '' };
    const heard = await askWith({ kind: 'refuse', refusal });
    expect(heard.failure).toMatchObject({ code: 'redirected' });
    expect(server.received).toHaveLength(1);
  });

  it('tells a wait that was ended, and why', async () => {
    for (const [reason, code] of [
      [new DOMException('Stopped.', 'AbortError'), 'cancelled'],
      [new DOMException('Too slow.', 'TimeoutError'), 'timeout'],
    ] as const) {
      server.react({ kind: 'silent' });
      const stop = new AbortController();
      const asked = ask(adapterAt(server.origin), prompt, stop.signal);
      await server.untilSilent();
      stop.abort(reason);
      expect((await asked).failure).toMatchObject({ code });
    }
  });

  it('tells a server that is not there', async () => {
    const { origin } = server;
    await server.close();
    const heard = await ask(adapterAt(origin));
    expect(heard.failure).toMatchObject({ code: 'unreachable', mayRetry: true });
  });
});

type Json = unknown;
const at = (value: Json, ...path: readonly (string | number)[]): Json =>
  path.reduce<Json>((inner, step) => {
    if (Array.isArray(inner)) return inner.at(Number(step));
    return typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined;
  }, value);

/** Where each API has the tools, and the newest answer of one. */
function toolsOf(provider: ProviderProtocol['provider'], body: Json): Json {
  return provider === 'google' ? at(body, 'tools', 0, 'functionDeclarations') : at(body, 'tools');
}

function lastAnswer(provider: ProviderProtocol['provider'], body: Json): Json {
  switch (provider) {
    case 'anthropic':
      return at(body, 'messages', -1);
    case 'openai':
      return at(body, 'input', -1);
    case 'google':
      return at(body, 'contents', -1);
    case 'openai_compatible':
      return [at(body, 'messages', -2), at(body, 'messages', -1)];
  }
}
