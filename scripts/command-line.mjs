import { say } from './progress.mjs';

/** A command line that cannot be followed, in one line. */
export class UsageError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'UsageError';
  }
}

/**
 * Reads the command line. Ends the process with the usage when `--help` is given, and with one line about what is
 * wrong when `read` throws a `UsageError` or that of `parseArgs`.
 *
 * @template T
 * @param {{ usage: string, helpCommand: string, read: (args: string[]) => T }} options
 * @returns {T}
 */
export function readCommandLine({ usage, helpCommand, read }) {
  const args = process.argv.slice(2);
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  if (own.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    const fault = usageFault(error);
    if (fault === undefined) throw error;
    say(`✗ ${fault}\n  → ${helpCommand} prints what there is.`);
    process.exit(2);
  }
}

/** @param {unknown} error @returns {string | undefined} */
function usageFault(error) {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) return undefined;
  // What follows the first sentence is advice on how to escape dashes.
  const [sentence = ''] = error.message.split(/\.\s/, 1);
  const option = /^Option '([^' ]+).*argument (?:missing|is ambiguous)/.exec(sentence)?.[1];
  return option === undefined ? `${sentence}.` : `${option} needs a value, which cannot begin with a dash.`;
}
