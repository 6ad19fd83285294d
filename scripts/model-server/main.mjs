// Scripted models on an OpenAI-compatible server of this machine, for the demo, the tests and the gallery:
//   node scripts/model-server/main.mjs --port 0 --log requests.jsonl
import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from '../command-line.mjs';
import { runMain } from '../run-main.mjs';
import { startModelServer } from './server.mjs';

const usage = `Usage: node scripts/model-server/main.mjs [options]

Serves scripted models as an OpenAI-compatible server does, on this machine only, until Ctrl+C. Prints its base URL. The
name of a model chooses what it does; GET <base URL>/models lists them.

  --port <n>        the port (default: 0, a free one)
  --api-key <key>   refuses every other key (default: none is asked for)
  --pace <ms>       pause between two pieces of a stream (default: 0)
  --log <file>      appends what it was asked, one JSON object a line, images as digests only
  --help            prints this
`;

const options = readCommandLine({
  usage,
  helpCommand: 'node scripts/model-server/main.mjs --help',
  read: readOptions,
});

await runMain(async ({ signal, scope }) => {
  const { baseUrl } = await startModelServer({ ...options, scope });
  process.stdout.write(`ready at ${baseUrl}\n`);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return 0;
});

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      'api-key': { type: 'string' },
      pace: { type: 'string', default: '0' },
      log: { type: 'string' },
    },
  });
  return {
    port: wholeNumber('--port', values.port, 65_535),
    apiKey: values['api-key'],
    paceMs: wholeNumber('--pace', values.pace, 10_000),
    logPath: values.log,
  };
}

/** @param {string} option @param {string} text @param {number} most */
function wholeNumber(option, text, most) {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new UsageError(`${option} takes a whole number from 0 to ${most}.`);
}
