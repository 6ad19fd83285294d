import { json, sse, type ProviderProtocol, type Said } from './provider-protocol.ts';

const error = (status: number, type: string, message: string) =>
  json(status, { type: 'error', error: { type, message } });

export const anthropicProtocol: ProviderProtocol = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  basePath: '/v1',
  requestPath: '/v1/messages',
  keyHeader: (key) => ['x-api-key', key],
  answer: (said) => [
    start(),
    ...said.flatMap(block),
    ...end(said.some((one) => 'call' in one) ? 'tool_use' : 'end_turn'),
  ],
  refusedAnswer: () => [start(), ...end('refusal')],
  errorEvent: (message) => sse({ type: 'error', error: { type: 'overloaded_error', message } }, 'error'),
  refusals: {
    key: error(401, 'authentication_error', 'invalid x-api-key'),
    access: error(403, 'permission_error', 'Your API key does not have permission to use the model.'),
    model: error(404, 'not_found_error', 'model: claude-nothing'),
    rate: {
      ...error(429, 'rate_limit_error', 'Number of request tokens has exceeded your rate limit.'),
      headers: { 'retry-after': '7' },
    },
    quota: error(402, 'billing_error', 'Your credit balance is too low to access the API.'),
    overloaded: error(529, 'overloaded_error', 'Overloaded'),
    broken: error(500, 'api_error', 'Internal server error'),
    tooLong: error(400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
    image: error(
      400,
      'invalid_request_error',
      'messages.2.content.0.tool_result.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
    ),
  },
};

const usage = { input_tokens: 12, output_tokens: 3 };

const start = () =>
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  });

const end = (stop_reason: string) => [
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }),
  event('message_stop', {}),
];

function block(said: Said, index: number): string[] {
  const begin = (content_block: object) => event('content_block_start', { index, content_block });
  const delta = (change: object) => event('content_block_delta', { index, delta: change });
  const stop = event('content_block_stop', { index });
  if ('text' in said) {
    const halves = [said.text.slice(0, 3), said.text.slice(3)];
    const deltas = halves.map((text) => delta({ type: 'text_delta', text }));
    return [begin({ type: 'text', text: '' }), ...deltas, stop];
  }
  const { id, name, input } = said.call;
  const halves = [input.slice(0, 4), input.slice(4)];
  const deltas = halves.map((partial_json) => delta({ type: 'input_json_delta', partial_json }));
  return [begin({ type: 'tool_use', id, name, input: {} }), ...deltas, stop];
}

const event = (type: string, rest: object) => sse({ type, ...rest }, type);
