import { json, sse, type ProviderProtocol, type Said } from './provider-protocol.ts';

const error = (code: number, status: string, said: string | { message: string; details: object[] }) => {
  const words = typeof said === 'string' ? { message: said, details: [] } : said;
  return json(code, { error: { code, status, ...words } });
};

export const googleProtocol: ProviderProtocol = {
  provider: 'google',
  model: 'gemini-3-flash',
  basePath: '/v1beta',
  requestPath: '/v1beta/models/gemini-3-flash:streamGenerateContent',
  keyHeader: (key) => ['x-goog-api-key', key],
  answer: (said) => [...said.flatMap(parts).map((part) => chunk([part])), chunk([{ text: '' }], 'STOP')],
  refusedAnswer: () => [chunk([], 'SAFETY')],
  errorEvent: (message) => sse({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  refusals: {
    key: error(400, 'INVALID_ARGUMENT', {
      message: 'API key not valid. Please pass a valid API key.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
    }),
    access: error(403, 'PERMISSION_DENIED', 'Generative Language API has not been used in this project.'),
    model: error(404, 'NOT_FOUND', 'models/gemini-nothing is not found for API version v1beta.'),
    rate: error(429, 'RESOURCE_EXHAUSTED', {
      message: 'You exceeded your requests per minute.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
    }),
    quota: error(402, 'FAILED_PRECONDITION', 'The prepaid credit of this project is used up.'),
    overloaded: error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    broken: error(500, 'INTERNAL', 'An internal error has occurred.'),
    tooLong: error(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    image: error(400, 'INVALID_ARGUMENT', 'Unable to process input image: the image is too large.'),
  },
};

const chunk = (contentParts: object[], finishReason?: string) =>
  sse({
    candidates: [
      {
        content: { role: 'model', parts: contentParts },
        index: 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 8, totalTokenCount: 20 },
    modelVersion: 'gemini-3-flash',
  });

/** This API sends whole calls, with arguments that are JSON already. */
function parts(said: Said): object[] {
  if ('text' in said) return [{ text: said.text.slice(0, 3) }, { text: said.text.slice(3) }];
  const { id, name, input } = said.call;
  const args: unknown = JSON.parse(input);
  return [{ functionCall: { id, name, args }, thoughtSignature: 'c2lnbmF0dXJl' }];
}
