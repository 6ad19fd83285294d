/** What failed and what to do next, in words for the person at the terminal. */
export class ScriptError extends Error {
  /**
   * @param {string} message what failed
   * @param {string} next the next step
   */
  constructor(message, next) {
    super(message);
    this.name = 'ScriptError';
    this.next = next;
  }
}

/** A signal asked the script to end. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signalName */
  constructor(signalName) {
    super(`Interrupted by ${signalName}.`);
    this.name = 'Interrupted';
    this.signalName = signalName;
  }
}
