import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from './http-app.ts';
import { ProblemError } from './problem-error.ts';
import { isApiPath, pathOf } from './request-path.ts';
import { sendProblem } from './send-problem.ts';

const oneYearSeconds = 31_536_000;

/** Serves the built client; any other page address gets its index, since the client routes by itself. */
export async function installClientRoutes(app: HttpApp, clientDir: string): Promise<void> {
  await app.register(staticFiles, {
    root: clientDir,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    // `x.js.gz` or `x.js.br` beside `x.js`, as the build may leave them.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cacheControl(path, clientDir));
      response.setHeader('vary', 'accept-encoding');
    },
  });
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  );
  app.get<{ Params: { file: string } }>('/:file(^[\\w-]+\\.[\\w.]+$)', (request, reply) =>
    reply.sendFile(request.params.file),
  );
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) {
      return sendProblem(reply, new ProblemError('not_found', 'There is nothing at this address.'));
    }
    return sendIndex(reply, clientDir);
  });
}

function sendIndex(reply: FastifyReply, clientDir: string): FastifyReply {
  if (existsSync(join(clientDir, 'index.html'))) return reply.code(200).sendFile('index.html');
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web client is not built yet. Run `npm run build`, then reload.\n');
}

/** Vite names assets by their content, so they never change; everything else is asked for again. */
function cacheControl(path: string, clientDir: string): string {
  const immutable = path.startsWith(join(clientDir, 'assets') + sep);
  return immutable ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache';
}

/** A missing script or image must not be answered with a page. */
function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isFile = path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path);
  return ['GET', 'HEAD'].includes(request.method) && !isApiPath(path) && !isFile;
}
