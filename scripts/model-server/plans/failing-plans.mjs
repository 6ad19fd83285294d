/** The plans that go wrong, by the name of the model: each as real servers do. */
export const failingPlans = {
  'error-401': refused(401, 'invalid_api_key', 'Incorrect API key provided.'),
  'error-404': refused(404, 'model_not_found', 'The model does not exist.'),
  'error-429': refused(429, 'rate_limit_exceeded', 'Rate limit reached.', { 'retry-after': '1' }),
  'error-500': refused(500, 'server_error', 'The server had an error.'),
  overloaded: refused(529, 'overloaded_error', 'Overloaded.'),

  /** The socket is cut in the middle of a sentence. */
  'cut-stream': async () => ({ text: 'This sentence will never be finished, because', cut: true }),

  /** The arguments are not JSON. */
  'malformed-call': async () => ({
    calls: [{ name: 'computer_observe', arguments: {}, encoded: '{"alias": "desk' }],
  }),

  /** A tool that nobody offered. */
  'unknown-tool': async (/** @type {import('../conversation.mjs').Conversation} */ { turns }) =>
    turns.length === 0
      ? { calls: [{ name: 'computer_shutdown', arguments: {} }] }
      : { text: `I was told: ${turns[0].calls[0].answer}` },

  refusal: async () => ({ text: 'I cannot help with that.', finishReason: 'content_filter' }),

  /** Sends its headers and then nothing. */
  silent: async () => ({ silent: true }),
};

/**
 * @param {number} status @param {string} code @param {string} message @param {Record<string, string>} [headers]
 */
function refused(status, code, message, headers = {}) {
  return async () => ({ failure: { status, code, message, headers } });
}
