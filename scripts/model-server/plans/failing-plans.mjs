/** The plans that go wrong, by the name of the model: each as real servers do. */
export const failingPlans = {
  'error-401': async () => ({
    failure: { status: 401, code: 'invalid_api_key', message: 'Incorrect API key provided.' },
  }),

  /** The socket is cut in the middle of a sentence. */
  'cut-stream': async () => ({ text: 'This sentence will never be finished, because', cut: true }),

  /** Sends its headers and then nothing. */
  silent: async () => ({ silent: true }),
};
