import { useSyncExternalStore } from 'react';
import { useApp } from '../app-context.tsx';
import type { LiveStatus } from './live-connection.ts';

export function useLiveStatus(): LiveStatus {
  const { live } = useApp();
  return useSyncExternalStore(live.subscribe, live.status);
}
