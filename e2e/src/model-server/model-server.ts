import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { temporaryDirectory } from '../harness/daemon.ts';
import { eventually } from '../harness/eventually.ts';
import { startProgram } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import type { Teardown } from '../harness/teardown.ts';

const messageSchema = z.object({
  role: z.string(),
  text: z.string(),
  images: z.array(z.object({ sha256: z.string(), bytes: z.int() })).default([]),
  calls: z.array(z.object({ name: z.string(), arguments: z.string() })).default([]),
});
const requestSchema = z.object({
  type: z.literal('request'),
  id: z.string(),
  model: z.string(),
  stream: z.boolean(),
  authorized: z.boolean(),
  tools: z.array(z.string()),
  messages: z.array(messageSchema),
});
const endSchema = z.object({
  type: z.literal('end'),
  id: z.string(),
  how: z.enum(['finished', 'failed', 'left']),
});
const eventSchema = z.discriminatedUnion('type', [requestSchema, endSchema]);
type ModelRequest = z.infer<typeof requestSchema>;

/** Scripted models as a program of their own, with what they were told. */
export type ModelServer = {
  readonly baseUrl: string;
  requests(): readonly ModelRequest[];
  /** How a request ended, once it did: `left` when the client went first. */
  endOf(request: ModelRequest): Promise<'finished' | 'failed' | 'left'>;
};

export type ModelServerOptions = {
  /** Every other key is refused; none is asked for when absent. */
  readonly apiKey?: string;
  /** Between two pieces of a stream. */
  readonly paceMs?: number;
  readonly teardown: Teardown;
};

export async function startModelServer({
  apiKey,
  paceMs = 0,
  teardown,
}: ModelServerOptions): Promise<ModelServer> {
  const log = join(await temporaryDirectory(teardown), 'model-requests.jsonl');
  const key = apiKey === undefined ? [] : ['--api-key', apiKey];
  const program = await startProgram({
    command: process.execPath,
    args: [
      repositoryPath('scripts/model-server/main.mjs'),
      ...['--port', '0', '--log', log, '--pace', String(paceMs)],
      ...key,
    ],
    environment: process.env,
    teardown,
  });
  const baseUrl = await program.line('output', (line) => /^ready at (\S+)$/.exec(line)?.[1]);
  const events = () => readEvents(log);
  return {
    baseUrl,
    requests: () => events().filter((event) => event.type === 'request'),
    endOf: async ({ id }) => {
      const end = await eventually(() => events().find((event) => event.type === 'end' && event.id === id), {
        what: `the end of request ${id}`,
      });
      return endSchema.parse(end).how;
    },
  };
}

function readEvents(path: string) {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => eventSchema.parse(JSON.parse(line)));
}
