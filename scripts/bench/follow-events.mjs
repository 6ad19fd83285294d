/**
 * Follows what a browser follows: the server-sent events of the web UI.
 *
 * @param {{ api: { open(path: string): Promise<Response> } }} host @param {{ scope: import('../processes/scope.mjs').Scope }} context
 */
export async function followEvents({ api }, { scope }) {
  const response = await api.open('/api/events');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The stream of events has no body.');
  scope.defer(() => reader.cancel().catch(() => undefined));
  /** @type {Set<(event: string) => void>} */
  const listeners = new Set();
  const read = async () => {
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = `${text}${part.value}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) for (const listener of [...listeners]) listener(event);
    }
  };
  read().catch(() => undefined);
  return {
    /** When the first such event arrived. @param {(event: string) => boolean} matches @returns {Promise<number>} */
    until: (matches) =>
      new Promise((resolve) => {
        const listener = (/** @type {string} */ event) => {
          if (!matches(event)) return;
          listeners.delete(listener);
          resolve(performance.now());
        };
        listeners.add(listener);
      }),
  };
}
