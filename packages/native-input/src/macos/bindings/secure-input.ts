import { loadFramework } from './load-library.ts';
import type { LoadFramework } from './load-library.ts';

/** Whether a program has taken the keyboard for itself, such as one with a password field in front. */
export const loadSecureInput = (load: LoadFramework = loadFramework): (() => boolean) => {
  // Carbon, HIToolbox/CarbonEventsCore.h: Boolean IsSecureEventInputEnabled(void)
  const isEnabled: () => number = load('Carbon').declare('IsSecureEventInputEnabled', 'uint8', []);
  return () => isEnabled() !== 0;
};
