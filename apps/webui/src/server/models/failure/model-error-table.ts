type ModelErrorRow = {
  /** What happened, as the start of a sentence that may go on with the provider's own words. */
  readonly meaning: string;
  readonly advice: string;
  /** Whether the same request may be sent again, as long as nothing of the answer has come. */
  readonly retry: boolean;
};

/** Every code of a failed request to a model. docs/errors.md lists the same. */
export const modelErrorTable = {
  key_missing: {
    meaning: 'No key is saved for this model',
    advice: 'Enter the provider’s API key in Settings → Models.',
    retry: false,
  },
  key_refused: {
    meaning: 'The provider does not accept the key',
    advice: 'Enter a valid key in Settings → Models.',
    retry: false,
  },
  access_refused: {
    meaning: 'The provider does not let this key use the model',
    advice: 'Allow the model for this key at the provider, or choose another model.',
    retry: false,
  },
  model_not_found: {
    meaning: 'The provider knows no such model at this address',
    advice:
      'Check the model’s name and the base URL in Settings → Models. A local server may have to download the model first.',
    retry: false,
  },
  rate_limited: {
    meaning: 'The provider limits how much may be asked in a while',
    advice: 'Wait and try again, or raise the limit at the provider.',
    retry: true,
  },
  quota_used_up: {
    meaning: 'The account at the provider has nothing left to spend',
    advice: 'Add credit or raise the spending limit at the provider.',
    retry: false,
  },
  overloaded: {
    meaning: 'The provider is overloaded',
    advice: 'Try again in a few minutes, or choose another model.',
    retry: true,
  },
  provider_failed: {
    meaning: 'The provider failed to answer',
    advice: 'Try again; if it stays, look at the provider’s status page or the log of your model server.',
    retry: true,
  },
  stream_cut: {
    meaning: 'The answer ended in the middle',
    advice: 'Try again; if it happens often, look for a proxy that ends long answers.',
    retry: true,
  },
  malformed_answer: {
    meaning: 'The answer is not what this provider’s API sends',
    advice: 'Check the provider and the base URL in Settings → Models; a base URL often ends in /v1.',
    retry: false,
  },
  malformed_tool_call: {
    meaning: 'The model wrote a tool call that cannot be read',
    advice: 'Try again, or choose a model that is better with tools.',
    retry: true,
  },
  tools_not_supported: {
    meaning: 'The model takes no tools',
    advice: 'Choose a model that can call tools; without them it cannot use a desktop.',
    retry: false,
  },
  images_not_supported: {
    meaning: 'The model takes no images',
    advice: 'Choose a model that takes images; without them it cannot see a desktop.',
    retry: false,
  },
  image_too_large: {
    meaning: 'The provider refuses an image for its size',
    advice: 'Ask for smaller screenshots (max_dimension), or choose another model.',
    retry: false,
  },
  request_too_large: {
    meaning: 'The conversation has become too long for the model',
    advice: 'Start a new conversation, or choose a model with a longer context.',
    retry: false,
  },
  request_refused: {
    meaning: 'The provider refuses the request',
    advice: 'Check the model’s settings; not every model takes tools and images.',
    retry: false,
  },
  content_refused: {
    meaning: 'The model or its provider refused to answer this',
    advice: 'Ask in another way. What is on the screen can cause this too.',
    retry: false,
  },
  output_limit: {
    meaning: 'The answer reached the longest length that the model may write',
    advice: 'Ask for a shorter answer or for smaller steps.',
    retry: false,
  },
  timeout: {
    meaning: 'The provider did not answer in time',
    advice: 'Try again; a local model may still be loading.',
    retry: true,
  },
  cancelled: {
    meaning: 'The request was cancelled',
    advice: 'Start it again when you need it.',
    retry: false,
  },
  unreachable: {
    meaning: 'The provider cannot be reached',
    advice: 'Check the base URL, that the server runs, and this computer’s network.',
    retry: true,
  },
  tls_failed: {
    meaning: 'The connection to the provider is not secure',
    advice:
      'Check the base URL and the server’s certificate; a certificate of your own must be trusted by this computer (NODE_EXTRA_CA_CERTS).',
    retry: false,
  },
  redirected: {
    meaning: 'The address redirects elsewhere, which is not followed, so that the key goes nowhere else',
    advice: 'Save the final address as the base URL.',
    retry: false,
  },
  failed: {
    meaning: 'The request to the model failed',
    advice: 'Try again; the server’s log may say more.',
    retry: false,
  },
} as const satisfies Record<string, ModelErrorRow>;

export type ModelErrorCode = keyof typeof modelErrorTable;
