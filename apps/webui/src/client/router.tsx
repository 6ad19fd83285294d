import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import * as z from 'zod';
import { sessionQuery } from './api/live-queries.ts';
import { PageError, PageNotFound, PagePending } from './shell/page-states.tsx';

type RouterContext = { readonly queryClient: QueryClient };

const rootRoute = createRootRouteWithContext<RouterContext>()({ notFoundComponent: PageNotFound });

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    if (session.setup_required) return;
    if (session.authenticated) redirect({ to: '/', throw: true });
    redirect({ to: '/sign-in', search: { reason: 'set-up' }, throw: true });
  },
  component: lazyRouteComponent(() => import('./session/setup-page.tsx'), 'SetupPage'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({
    next: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
    /** Why the person is here instead of where they wanted to go. */
    reason: z.enum(['set-up']).optional().catch(undefined),
  }),
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    if (session.setup_required) redirect({ to: '/setup', throw: true });
    if (session.authenticated) redirect({ to: '/', throw: true });
  },
  component: lazyRouteComponent(() => import('./session/sign-in-page.tsx'), 'SignInPage'),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    if (session.setup_required) redirect({ to: '/setup', throw: true });
    if (session.authenticated) return;
    redirect({
      to: '/sign-in',
      search: location.pathname === '/' ? {} : { next: location.pathname },
      throw: true,
    });
  },
  component: lazyRouteComponent(() => import('./shell/app-shell.tsx'), 'AppShell'),
});

const draftRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: z.object({ project: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./conversation/draft-page.tsx'), 'DraftPage'),
});

const conversationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations/$threadId',
  validateSearch: z.object({ panel: z.enum(['environments', 'details']).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./conversation/conversation-page.tsx'), 'ConversationPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: ({ location }) => {
    if (location.pathname.replace(/\/$/, '') === '/settings')
      redirect({ to: '/settings/environments', throw: true });
  },
  component: lazyRouteComponent(() => import('./shell/settings-page.tsx'), 'SettingsPage'),
});

const environmentsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/environments',
  validateSearch: z.object({ connect: z.boolean().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./environments/environments-page.tsx'), 'EnvironmentsPage'),
});

const modelsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/models',
  validateSearch: z.object({ add: z.boolean().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./models/models-page.tsx'), 'ModelsPage'),
});

const agentsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/agents',
  component: lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
});

const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  component: lazyRouteComponent(() => import('./security/security-page.tsx'), 'SecurityPage'),
});

const generalRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/general',
  component: lazyRouteComponent(() => import('./shell/general-page.tsx'), 'GeneralPage'),
});

const routeTree = rootRoute.addChildren([
  setupRoute,
  signInRoute,
  shellRoute.addChildren([
    draftRoute,
    conversationRoute,
    settingsRoute.addChildren([environmentsRoute, modelsRoute, agentsRoute, securityRoute, generalRoute]),
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
