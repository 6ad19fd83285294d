import type { ReadinessCheck } from '../desktop.ts';

/** The best first. */
const wanted = ['per monitor v2', 'per monitor', 'system'] as const;

export type DpiCalls = {
  /** For the whole process, once in its life. */
  set(awareness: (typeof wanted)[number]): 'set' | 'already set' | 'refused';
  read(): 'unaware' | 'system' | 'per monitor';
};

/**
 * Asks Windows for physical pixels. Without it every coordinate and capture would be scaled on displays that are not at
 * 100 %. It has to come before the first window of the process.
 */
export const makeDpiAware = (calls: DpiCalls): ReadinessCheck => {
  const name = 'dpi awareness';
  for (const awareness of wanted) {
    // What an earlier call or the executable's manifest has set cannot be set again; what holds is read below.
    if (calls.set(awareness) !== 'refused') break;
  }
  const awareness = calls.read();
  switch (awareness) {
    case 'per monitor':
      return { name, ok: true, detail: 'per monitor; coordinates are physical pixels' };
    case 'system':
      return { name, ok: true, detail: 'of the system; right while all monitors have one scale' };
    case 'unaware':
      return {
        name,
        ok: false,
        detail: 'Windows scales what this process sees, so that points and captures would be off.',
        remedy:
          'In the properties of node.exe, Compatibility, Change high DPI settings, turn the override off or give it to "Application".',
      };
  }
};
