import type { WindowsSystem } from './windows/windows-system.ts';

/** Null on every other system. */
export const loadWindowsSystem = async (): Promise<WindowsSystem | null> => {
  if (process.platform !== 'win32') return null;
  const { createWindowsSystem } = await import('./windows/windows-system.ts');
  return createWindowsSystem();
};
