import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyLiveEvent, sessionQuery } from './api/live-queries.ts';
import { isRefusal, isSignedOut } from './api/request-error.ts';
import { AppContext, type App } from './app-context.tsx';
import { createEventLog } from './live-events/event-log.ts';
import { createLiveConnection, type StreamListener } from './live-events/live-connection.ts';
import { createAppRouter } from './router.tsx';
import { createThemeStore } from './theme/theme-store.ts';
import './design/tokens.css';
import './design/base.css';

/** The composition root: makes everything that lives as long as the page, and renders into `root`. */
export function startApp(root: Element): void {
  const queryClient = createQueryClient((error) => {
    if (isSignedOut(error)) void leave();
  });
  const router = createAppRouter(queryClient);
  const leave = async () => {
    const session = await queryClient.query({ ...sessionQuery, staleTime: 0 });
    if (session.authenticated) return;
    app.live.close();
    await router.invalidate();
  };
  const app = createApp(queryClient, () => void leave().catch(() => undefined));
  createRoot(root).render(
    <StrictMode>
      <AppContext value={app}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AppContext>
    </StrictMode>,
  );
}

function createApp(queryClient: QueryClient, onFailure: () => void): App {
  const eventLog = createEventLog();
  const live = createLiveConnection({
    openStream,
    schedule(callback, delayMs) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    onEvent: (entry) => applyLiveEvent(queryClient, eventLog, entry),
    onOpen: () =>
      void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'session' }),
    onFailure,
  });
  window.addEventListener('online', live.retry);
  const theme = createThemeStore({
    storage: localStorage,
    apply(choice) {
      if (choice === 'system') delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = choice;
    },
  });
  return { live, eventLog, theme, now: () => Date.now(), createId: () => crypto.randomUUID() };
}

function openStream(url: string, listener: StreamListener): () => void {
  const source = new EventSource(url);
  source.addEventListener('open', listener.onOpen);
  source.addEventListener('error', listener.onError);
  source.addEventListener('message', (message) => listener.onMessage(message.data, message.lastEventId));
  source.addEventListener('reset', (message) => listener.onReset(message.lastEventId));
  return () => source.close();
}

function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
      },
      // Nothing that changes something is ever sent again by itself.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
