import { useSyncExternalStore } from 'react';
import { useApp } from '../app-context.tsx';
import type { Theme } from './theme-store.ts';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const { theme } = useApp();
  return [useSyncExternalStore(theme.subscribe, theme.current), theme.choose];
}
