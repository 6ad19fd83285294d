import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadClientFiles, type ClientFile, type ClientFiles } from './client-files.ts';
import type { HttpApp } from './http-app.ts';
import { ProblemError } from './problem-error.ts';
import { sendProblem } from './problem-responses.ts';

const oneYearSeconds = 31_536_000;

/** Serves the built client; any other page address gets its index, since the client routes by itself. */
export function installClientRoutes(app: HttpApp, clientDir: string): void {
  let loading: Promise<ClientFiles> | undefined;
  const load = async () => {
    loading ??= loadClientFiles(clientDir);
    const files = await loading;
    // Built while the server runs: the next request finds it.
    if (files.size === 0) loading = undefined;
    return files;
  };
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    if (!isRead(request) || isApi(path)) return sendNothing(reply);
    const files = await load();
    const file = files.get(path);
    if (file !== undefined) return sendFile(request, reply, file);
    if (isFileName(path)) return sendNothing(reply);
    const index = files.get('/index.html');
    return index === undefined ? sendUnbuilt(reply) : sendFile(request, reply, index);
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ClientFile): FastifyReply {
  reply
    .code(200)
    .header('cache-control', file.immutable ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  reply.type(file.type);
  if (file.gzipped === null || !acceptsGzip(request)) return reply.send(file.body);
  return reply.header('content-encoding', 'gzip').send(file.gzipped);
}

const sendNothing = (reply: FastifyReply) =>
  sendProblem(reply, new ProblemError('not_found', 'There is nothing at this address.'));

const sendUnbuilt = (reply: FastifyReply) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web client is not built yet. Run `npm run build`, then reload.\n');

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';
const isRead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD';
const isApi = (path: string) => path === '/api' || path.startsWith('/api/');
/** A missing script must not be answered with a page. */
const isFileName = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path);
const acceptsGzip = (request: FastifyRequest) =>
  /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
