import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { ServerConfig } from '../config/server-config.ts';
import type { HttpApp } from './http-app.ts';
import { createOpenApiComponents } from './open-api-components.ts';
import { describeOperation } from './open-api-operation.ts';
import { docsScript, docsStyle } from './open-api-style.ts';
import { isApiPath } from './request-path.ts';

const docsPath = '/api/docs';

/**
 * `/api/docs`: every route of the API, from the schemas that check it; the document itself is `/api/docs/json`. Before
 * the first route, since it learns of them as they come.
 */
export async function installOpenApi(app: HttpApp, { version }: ServerConfig): Promise<void> {
  const components = createOpenApiComponents();
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Harness Desktop', version, description },
      tags: [...tags],
      components: { securitySchemes },
    },
    transform: ({ schema, url, route }) => ({
      schema: isDescribed(url) ? describeOperation({ ...route, url }, components) : { ...schema, hide: true },
      url,
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
    },
    transformSpecificationClone: false,
    transformSpecification: (document) => ({
      ...document,
      components: { securitySchemes, schemas: components.schemas },
    }),
    theme: {
      title: 'API · Harness Desktop',
      css: [{ filename: 'docs.css', content: docsStyle }],
      js: [{ filename: 'docs.js', content: docsScript }],
    },
  });
}

/** Not the pages and files of the web client, nor those of the documentation itself. */
function isDescribed(url: string): boolean {
  return (isApiPath(url) && !url.startsWith(docsPath)) || url === '/healthz' || url === '/metrics';
}

const description = [
  'Everything that the web client does, it does by this API. Sign in with the session cookie of the browser, or send',
  'an API token (Settings → Security) as `Authorization: Bearer <token>`; each operation names the scope that it needs.',
  'Failures are problem JSON (RFC 9457): `code` is stable, `detail` says what to do next.',
].join(' ');

const tags = [
  { name: 'Conversations', description: 'Conversations, their transcripts and their images.' },
  { name: 'Runs', description: 'Runs of the Operator and of models, and the calls in them.' },
  { name: 'Projects', description: 'Bindings that conversations share and can only narrow.' },
  { name: 'Devices', description: 'Paired desktops.' },
  { name: 'Pairing', description: 'How a desktop becomes a device.' },
  { name: 'Live events', description: 'What changes, as it changes.' },
  { name: 'Models', description: 'Models and their providers. A key goes in and never comes out.' },
  { name: 'Agents', description: 'Saved agents: a model, instructions, tools and a budget.' },
  { name: 'Access', description: 'The owner, sessions, tokens and the audit log.' },
  { name: 'Upkeep', description: 'For supervisors.' },
];

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'harness_session',
    description: 'The owner’s browser. State changes need the Origin header of this very site.',
  },
  token: { type: 'http', scheme: 'bearer', description: 'An API token with the named scope.' },
  device: { type: 'http', scheme: 'bearer', description: 'The credential that a daemon made for itself.' },
} as const;
