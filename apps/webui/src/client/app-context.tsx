import { createContext, use } from 'react';
import type { EventLog } from './live-events/event-log.ts';
import type { LiveConnection } from './live-events/live-connection.ts';
import type { ThemeStore } from './theme/theme-store.ts';

/** What the composition root hands to every component. */
export type App = {
  readonly live: LiveConnection;
  readonly eventLog: EventLog;
  readonly theme: ThemeStore;
  readonly now: () => number;
  /** A UUID: names a call or a request, so that it is carried out once. */
  readonly createId: () => string;
};

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (app === null) throw new Error('Render this inside AppContext.');
  return app;
}
