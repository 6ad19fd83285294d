import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyTypeProvider,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type * as z from 'zod';
import type { TokenScope } from '../../shared/access.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { ProblemCode } from './problem-table.ts';
import { sendProblem, toProblemError } from './send-problem.ts';

/** Route schemas are zod: `schema: {params, querystring, body, response: {200: …}}` types and checks both ways. */
interface ZodTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  readonly serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

const bodyLimitBytes = 1024 * 1024;

/**
 * Only who is connected to this server: an `X-Forwarded-For` that came to the proxy is the visitor's own claim, with
 * which it would be another address, and have five more attempts, at each request.
 */
const isProxyInFront = (_address: string, hop: number) => hop === 0;

/** An empty server. Requests are logged by what happens in them, not one by one. */
export function createHttpApp(config: ServerConfig, log: FastifyBaseLogger): HttpApp {
  const app: HttpApp = fastify({
    loggerInstance: log,
    trustProxy: config.trustProxy ? isProxyInFront : false,
    bodyLimit: bodyLimitBytes,
    // Fastify's own answer is no problem JSON; the closing guard gives ours.
    return503OnClosing: false,
    // An address that cannot be routed never reaches the error handler.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, toProblemError(error)),
    logController: new LogController({ disableRequestLogging: true }),
  }).withTypeProvider<ZodTypeProvider>();
  // A form of another site can send plain text; this server reads JSON only.
  app.removeContentTypeParser('text/plain');
  return app;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `owner` (the default under `/api`): a session cookie. `device`: the route checks a Bearer credential itself. */
    access?: 'owner' | 'device' | 'public';
    /**
     * What an API token needs for the route. Left out: `read` for GET, else `manage`. `owner_only`: no token may, only
     * the owner's own session. A route outside `/api` is guarded when it says `access` or `scope`.
     */
    scope?: TokenScope | 'owner_only';
    /** Of the published document: problems of this very route, beside those that any route of its kind can give. */
    problems?: readonly ProblemCode[];
    /** Of the published document: answers without a schema by status, with their media type if they have a body. */
    answers?: Readonly<Record<number, { readonly description: string; readonly type?: string }>>;
  }
}
