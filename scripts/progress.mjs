/** Progress goes to stderr, so that stdout holds nothing but results. */
export const say = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);

export const seconds = (/** @type {number} */ milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
