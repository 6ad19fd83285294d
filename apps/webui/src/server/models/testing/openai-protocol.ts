import { json, sse, type ProviderProtocol, type Said } from './provider-protocol.ts';

const error = (status: number, facts: object, headers?: Record<string, string>) =>
  json(status, { error: { param: null, ...facts } }, headers);

export const openAiProtocol: ProviderProtocol = {
  provider: 'openai',
  model: 'gpt-5-mini',
  basePath: '/v1',
  requestPath: '/v1/responses',
  keyHeader: (key) => ['authorization', `Bearer ${key}`],
  answer: (said) => [created(), ...said.flatMap(item), completed(said.map(wholeItem))],
  refusedAnswer: () => [
    created(),
    event('response.incomplete', {
      response: {
        ...response,
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
        output: [],
        usage,
      },
    }),
  ],
  errorEvent: (message) =>
    event('error', {
      sequence_number: 4,
      error: { type: 'server_error', code: 'overloaded', message, param: null },
    }),
  refusals: {
    key: error(401, {
      message: 'Incorrect API key provided: sk-test-****************word.',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    }),
    access: error(403, {
      message: 'Project does not have access to the model.',
      type: 'invalid_request_error',
      code: 'forbidden',
    }),
    model: error(404, {
      message: 'The model `gpt-nothing` does not exist.',
      type: 'invalid_request_error',
      code: 'model_not_found',
    }),
    rate: error(
      429,
      { message: 'Rate limit reached for requests.', type: 'requests', code: 'rate_limit_exceeded' },
      { 'retry-after-ms': '7000', 'retry-after': '8' },
    ),
    quota: error(429, {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
    overloaded: error(503, {
      message: 'The engine is currently overloaded, please try again later.',
      type: 'server_error',
      code: null,
    }),
    broken: error(500, {
      message: 'The server had an error while processing your request.',
      type: 'server_error',
      code: null,
    }),
    tooLong: error(400, {
      message: 'Your input exceeds the context window of this model.',
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    }),
    image: error(400, {
      message: 'Invalid image: the image is too large, the maximum is 20 MB.',
      type: 'invalid_request_error',
      code: 'image_too_large',
    }),
  },
};

const response = { id: 'resp_1', object: 'response', created_at: 1_767_000_000, model: 'gpt-5-mini' };
const usage = {
  input_tokens: 12,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 8,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 20,
};

const created = () =>
  event('response.created', { response: { ...response, status: 'in_progress', output: [] } });
const completed = (output: object[]) =>
  event('response.completed', { response: { ...response, status: 'completed', output, usage } });

function wholeItem(said: Said, index: number): object {
  if ('call' in said) {
    const { id, name, input } = said.call;
    return {
      type: 'function_call',
      id: `fc_${String(index)}`,
      call_id: id,
      name,
      arguments: input,
      status: 'completed',
    };
  }
  const content = [{ type: 'output_text', text: said.text, annotations: [] }];
  return { type: 'message', id: `msg_${String(index)}`, role: 'assistant', status: 'completed', content };
}

function item(said: Said, output_index: number): string[] {
  const whole = wholeItem(said, output_index);
  const begun =
    'call' in said
      ? { ...whole, arguments: '', status: 'in_progress' }
      : { ...whole, content: [], status: 'in_progress' };
  const added = event('response.output_item.added', { output_index, item: begun });
  const done = event('response.output_item.done', { output_index, item: whole });
  const [kind, item_id, text] =
    'call' in said
      ? ['response.function_call_arguments.delta', `fc_${String(output_index)}`, said.call.input]
      : ['response.output_text.delta', `msg_${String(output_index)}`, said.text];
  const deltas = [text.slice(0, 3), text.slice(3)].map((delta) =>
    event(kind, { item_id, output_index, content_index: 0, delta }),
  );
  return [added, ...deltas, done];
}

const event = (type: string, rest: object) => sse({ type, ...rest }, type);
