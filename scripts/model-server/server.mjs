import { createServer } from 'node:http';
import { imagesOf, readConversation } from './conversation.mjs';
import { findPlan, planNames, takesImages } from './plans/find-plan.mjs';
import { streamReply, wholeReply } from './reply.mjs';
import { createRequestLog } from './request-log.mjs';
import { readScreen } from './screen.mjs';

const largestBody = 64 * 1024 * 1024;
const tokensPerImage = 1_000;

/** @typedef {{ status: number, code: string, message: string }} Failure */

/**
 * Serves scripted models as an OpenAI-compatible server does: `GET /v1/models`, `POST /v1/chat/completions` with or
 * without streaming. On this machine only.
 *
 * @param {{ port: number, apiKey?: string, logPath?: string, paceMs?: number,
 *   scope: import('../processes/scope.mjs').Scope }} options `apiKey`: others are refused; `paceMs`: between two pieces
 *   of a stream
 * @returns {Promise<{ baseUrl: string }>}
 */
export async function startModelServer({ port, apiKey, logPath, paceMs = 0, scope }) {
  const log = createRequestLog(logPath);
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => {
      if (response.headersSent || response.destroyed) return void response.destroy();
      refuse(response, { status: 500, code: 'server_error', message: String(error) });
    });
  });

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const answer = async (request, response) => {
    const authorized = apiKey === undefined || request.headers.authorization === `Bearer ${apiKey}`;
    if (!authorized) return refuse(response, wrongKey);
    if (request.method === 'GET' && request.url === '/v1/models') return sendJson(response, 200, modelList());
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return refuse(response, nothingHere);
    const body = JSON.parse(await readBody(request));
    const id = `chatcmpl-${crypto.randomUUID()}`;
    log.request(id, body, request.headers.authorization !== undefined);
    await complete({ response, body, id, paceMs, log });
  };

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  scope.defer(() => closed(server));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { baseUrl: `http://127.0.0.1:${address.port}/v1` };
}

/**
 * @param {{ response: import('node:http').ServerResponse, body: any, id: string, paceMs: number,
 *   log: ReturnType<typeof createRequestLog> }} request
 */
async function complete({ response, body, id, paceMs, log }) {
  const client = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) client.abort();
  });
  const saying = await sayingFor(body);
  if (saying.failure !== undefined) {
    refuse(response, saying.failure);
    return log.end(id, 'failed');
  }
  const reply = {
    ...{ model: body.model, id, created: Math.floor(Date.now() / 1000), saying },
    usage: usageOf(body, saying),
  };
  try {
    if (body.stream === true) await streamReply(response, { ...reply, paceMs, signal: client.signal });
    else sendJson(response, 200, wholeReply(reply));
  } catch (error) {
    if (!client.signal.aborted) throw error;
  }
  log.end(id, client.signal.aborted ? 'left' : saying.cut === true ? 'failed' : 'finished');
}

/** @param {any} body @returns {Promise<import('./plans/find-plan.mjs').Saying>} */
async function sayingFor(body) {
  const plan = findPlan(body.model);
  if (plan === undefined) return { failure: unknownModel };
  const conversation = readConversation(body);
  if (conversation.images.length > 0 && !takesImages(body.model)) return { failure: noImages };
  const asked = body.messages.findLast((/** @type {any} */ { role }) => role === 'user');
  const picture = imagesOf(asked?.content).at(-1);
  // A picture without tools is a question about the picture: what a person asks who tests a model.
  if (picture === undefined || conversation.tools.length > 0) return plan(conversation);
  const said = await plan(conversation);
  return said.failure === undefined && !said.cut && !said.silent ? describePicture(picture) : said;
}

/** @param {Buffer} picture */
async function describePicture(picture) {
  const { colour, width, height } = await readScreen(picture);
  return { text: `It is ${colour}: a picture of ${width} × ${height} pixels.` };
}

/** Rough, as a count of tokens: four characters each. @param {any} body @param {unknown} saying */
function usageOf(body, saying) {
  const images = body.messages.flatMap((/** @type {any} */ message) => imagesOf(message.content));
  const encodedImages = images.reduce(
    (/** @type {number} */ sum, /** @type {Buffer} */ image) => sum + (image.length * 4) / 3,
    0,
  );
  const characters = Math.max(0, JSON.stringify(body).length - encodedImages);
  const prompt = Math.ceil(characters / 4) + images.length * tokensPerImage;
  const completion = Math.ceil(JSON.stringify(saying).length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const modelList = () => ({
  object: 'list',
  data: planNames.map((id) => ({ id, object: 'model', created: 0, owned_by: 'scripted' })),
});

const wrongKey = { status: 401, code: 'invalid_api_key', message: 'Incorrect API key provided.' };
const nothingHere = { status: 404, code: 'not_found', message: 'There is nothing at this address.' };
const unknownModel = {
  status: 404,
  code: 'model_not_found',
  message: 'There is no scripted model of this name.',
};
const noImages = {
  status: 400,
  code: 'invalid_request_error',
  message: 'This model does not support image input (image_url).',
};

/** @param {import('node:http').ServerResponse} response @param {Failure} failure */
function refuse(response, { status, code, message }) {
  sendJson(response, status, { error: { message, type: code, param: null, code } });
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {unknown} body */
function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largestBody) throw new Error('The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {import('node:http').Server} server */
function closed(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve(undefined)));
}
