import type { FastifySchema, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { OpenApiComponents } from './open-api-components.ts';
import { problemTable, type ProblemCode } from './problem-table.ts';
import { accessOf, scopeOf } from './route-access.ts';

type Route = Pick<RouteOptions, 'method' | 'config' | 'schema'> & { readonly url: string };
/** `type: 'null'` is how the plugin is told that there is no body. */
type Answer = { description: string; type?: 'null'; content?: Record<string, { schema: object }> };

/** What the published document says of a route, made from the schemas that check it and from its `config`. */
export function describeOperation(route: Route, components: OpenApiComponents): FastifySchema {
  const { body, querystring, params, response, ...words } = route.schema ?? {};
  const part = (schema: unknown) =>
    schema instanceof z.ZodType ? components.toJsonSchema(schema, 'input') : undefined;
  return {
    ...words,
    // The plugin of WebSockets hides its routes.
    hide: false,
    tags: [tagOf(route.url)],
    operationId: operationIdOf(route),
    security: securityOf(route),
    ...(body === undefined ? {} : { body: part(body) }),
    ...(querystring === undefined ? {} : { querystring: part(querystring) }),
    ...(params === undefined ? {} : { params: part(params) }),
    response: { ...successes(route, response, components), ...problemAnswers(route) },
  };
}

const tags: readonly (readonly [prefix: string, tag: string])[] = [
  ['/api/settings/models', 'Models'],
  ['/api/settings/agents', 'Agents'],
  ['/api/settings', 'Access'],
  ['/api/session', 'Access'],
  ['/api/setup', 'Access'],
  ['/api/envd', 'Pairing'],
  ['/api/pairings', 'Pairing'],
  ['/api/devices', 'Devices'],
  ['/api/projects', 'Projects'],
  ['/api/threads/:thread_id/runs', 'Runs'],
  ['/api/threads', 'Conversations'],
  ['/api/events', 'Live events'],
];

function tagOf(url: string): string {
  return tags.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'Upkeep';
}

/** Such as `postThreadsByThreadIdRuns`: what generated clients call it. */
function operationIdOf(route: Route): string {
  const parts = route.url
    .split('/')
    .filter((part) => part !== '' && part !== 'api')
    .map((part) => (part.startsWith(':') ? `by_${part.slice(1)}` : part));
  const words = parts.flatMap((part) => part.split(/[^a-z0-9]+/));
  return (
    methodOf(route).toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  );
}

const methodOf = ({ method }: Route): string => (typeof method === 'string' ? method : (method[0] ?? 'GET'));

const accessOfRoute = ({ config = {}, url }: Route) => accessOf(config, url);

function securityOf(route: Route): Record<string, string[]>[] {
  switch (accessOfRoute(route)) {
    case undefined:
    case 'public':
      return [];
    case 'device':
      return [{ device: [] }];
    case 'owner': {
      const scope = scopeOf(route.config ?? {}, methodOf(route));
      return scope === 'owner_only' ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];
    }
  }
}

function successes(route: Route, response: unknown, components: OpenApiComponents): Record<string, Answer> {
  const declared = z.record(z.string(), z.instanceof(z.ZodType)).parse(response ?? {});
  const json = Object.entries(declared).map(([status, schema]): [string, Answer] => [
    status,
    {
      description: successWords.get(status) ?? 'Answered.',
      content: { 'application/json': { schema: components.toJsonSchema(schema, 'output') } },
    },
  ]);
  const others = Object.entries(route.config?.answers ?? {}).map(
    ([status, { description, type }]): [string, Answer] => [
      status,
      type === undefined
        ? { description, type: 'null' }
        : { description, content: { [type]: { schema: { type: 'string' } } } },
    ],
  );
  return Object.fromEntries([...json, ...others]);
}

const successWords = new Map([
  ['200', 'Done.'],
  ['201', 'Made.'],
  ['202', 'Begun.'],
]);

/** By status; the description names each code that can come with it. */
function problemAnswers(route: Route): Record<string, Answer> {
  const codes = new Set([...usualProblems(route), ...(route.config?.problems ?? [])]);
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problemTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status),
      {
        description: sameStatus.map((code) => `\`${code}\`: ${problemTable[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function usualProblems(route: Route): ProblemCode[] {
  const access = accessOfRoute(route);
  const changes = methodOf(route) !== 'GET';
  return [
    'invalid_request',
    ...(access === 'owner' ? (['not_signed_in', 'token_not_valid', 'token_not_allowed'] as const) : []),
    ...(access === 'device' ? (['device_authentication_failed'] as const) : []),
    'host_refused',
    ...(changes && access !== 'device' ? (['origin_refused'] as const) : []),
    ...(route.url.includes(':') ? (['not_found'] as const) : []),
    ...(changes ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'internal',
    'shutting_down',
  ];
}
