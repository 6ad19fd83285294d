import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import * as z from 'zod';

const requestSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});
export type ModelRequest = z.output<typeof requestSchema>;

export type ScriptedCall = {
  readonly tool: string;
  readonly arguments: unknown;
  /** Instead of the arguments, as it is. */
  readonly raw?: string;
};

export type ScriptedAnswer =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | {
      readonly reasoning?: string;
      readonly text?: string | readonly string[];
      readonly calls?: readonly ScriptedCall[];
      /** Empty: the stream ends without saying why. */
      readonly finish?: string;
      /** The stream breaks off before its end. */
      readonly isCut?: boolean;
      /** The end comes when this resolves. */
      readonly until?: Promise<unknown>;
      readonly tokens?: { readonly input: number; readonly output: number };
    };

/** A model server that speaks OpenAI's chat completions and answers what it is told, in order. */
export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  readonly #answers: (ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer))[] = [];

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get baseUrl(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The model does not listen.');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  /** The next answers; a function sees the request. Without any left it says “Done.” */
  script(...answers: (ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer))[]): void {
    this.#answers.push(...answers);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = requestSchema.parse(JSON.parse(await readText(request)));
    this.requests.push(asked);
    const next = this.#answers.shift() ?? { text: 'Done.' };
    const answer = typeof next === 'function' ? next(asked) : next;
    if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(JSON.stringify({ error: { message: 'As scripted.', type: 'scripted' } }));
    } else await stream(answer, response);
  }
}

async function stream(
  answer: Exclude<ScriptedAnswer, { status: number }>,
  response: ServerResponse,
): Promise<void> {
  const { reasoning, text = [], calls = [], tokens = { input: 100, output: 10 } } = answer;
  const send = (body: unknown) => void response.write(`data: ${JSON.stringify(body)}\n\n`);
  const delta = (part: unknown, finish_reason: string | null = null) =>
    send({ id: 'answer-1', model: 'scripted', choices: [{ index: 0, delta: part, finish_reason }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  delta({ role: 'assistant' });
  if (reasoning !== undefined) delta({ reasoning_content: reasoning });
  for (const content of typeof text === 'string' ? [text] : text) delta({ content });
  for (const [index, call] of calls.entries()) {
    const encoded = call.raw ?? JSON.stringify(call.arguments);
    const tool = { name: call.tool, arguments: encoded };
    delta({ tool_calls: [{ index, id: `call-${index}`, type: 'function', function: tool }] });
  }
  await answer.until;
  if (answer.isCut === true) {
    response.destroy();
    return;
  }
  if (answer.finish === '') {
    response.end();
    return;
  }
  delta({}, answer.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'));
  const { input: prompt_tokens, output: completion_tokens } = tokens;
  const total_tokens = prompt_tokens + completion_tokens;
  send({ id: 'answer-1', choices: [], usage: { prompt_tokens, completion_tokens, total_tokens } });
  response.end('data: [DONE]\n\n');
}

/** Calls the tool on the newest screenshot that the model was shown. */
export function calling(...calls: ((observationId: string) => ScriptedCall)[]) {
  return (request: ModelRequest): ScriptedAnswer => {
    const found = [...JSON.stringify(request.messages).matchAll(/obs-[0-9a-f]{8}/g)].at(-1)?.[0];
    if (found === undefined) throw new Error('The model has seen nothing.');
    return { calls: calls.map((call) => call(found)) };
  };
}
