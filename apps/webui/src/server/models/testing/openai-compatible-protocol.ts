import { json, sse, type ProviderProtocol, type Said } from './provider-protocol.ts';

const error = (status: number, facts: object, headers?: Record<string, string>) =>
  json(status, { error: { type: null, code: null, ...facts } }, headers);

/** Chat completions as local servers and routers speak them; the refusals are theirs. */
export const openAiCompatibleProtocol: ProviderProtocol = {
  provider: 'openai_compatible',
  model: 'qwen3-vl',
  basePath: '/v1',
  requestPath: '/v1/chat/completions',
  keyHeader: (key) => ['authorization', `Bearer ${key}`],
  answer: (said) => [
    chunk({ role: 'assistant', content: '' }),
    ...said.flatMap(deltas).map((delta) => chunk(delta)),
    chunk({}, said.some((one) => 'call' in one) ? 'tool_calls' : 'stop'),
    usage(),
    done,
  ],
  refusedAnswer: () => [
    chunk({ role: 'assistant', content: '' }),
    chunk({}, 'content_filter'),
    usage(),
    done,
  ],
  errorEvent: (message) => sse({ error: { message, type: 'server_error', code: 503 } }),
  refusals: {
    key: error(401, { message: 'No auth credentials found', code: 401 }),
    access: error(403, { message: 'This key may not use the model.', code: 403 }),
    model: error(404, { message: 'model "qwen-nothing" not found, try pulling it first', type: 'api_error' }),
    rate: error(
      429,
      { message: 'Rate limit exceeded: free-models-per-min.', code: 429 },
      { 'retry-after': '7' },
    ),
    quota: error(402, { message: 'Insufficient credits. Add more to continue.', code: 402 }),
    overloaded: error(503, { message: 'server busy, please try again. maximum pending requests exceeded' }),
    broken: error(500, { message: 'llama runner process has terminated: signal: killed', type: 'api_error' }),
    tooLong: error(400, {
      message: "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens.",
      type: 'BadRequestError',
      code: 400,
    }),
    image: error(400, {
      message: 'The image size exceeds the maximum of 20 megapixels.',
      type: 'BadRequestError',
      code: 400,
    }),
  },
};

const about = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_767_000_000,
  model: 'qwen3-vl',
};
const chunk = (delta: object, finish_reason: string | null = null) =>
  sse({ ...about, choices: [{ index: 0, delta, finish_reason }] });
const usage = () =>
  sse({ ...about, choices: [], usage: { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 } });
const done = sse('[DONE]');

function deltas(said: Said, index: number): object[] {
  if ('text' in said) return [said.text.slice(0, 3), said.text.slice(3)].map((content) => ({ content }));
  const { id, name, input } = said.call;
  const call = (part: object) => ({ tool_calls: [{ index, ...part }] });
  return [
    call({ id, type: 'function', function: { name, arguments: '' } }),
    call({ function: { arguments: input.slice(0, 4) } }),
    call({ function: { arguments: input.slice(4) } }),
  ];
}
