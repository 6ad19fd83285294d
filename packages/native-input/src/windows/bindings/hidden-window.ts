import { loadLibrary } from './load-library.ts';
import type { Handle } from './load-library.ts';
import { openWindowClass } from './window-class.ts';

/** Closing is for the thread that opened it. */
export type HiddenWindow = { close(): void };

const popup = 0x80000000;
/** In no task bar, and never active. */
const toolWindowWithoutActivation = 0x08000080;
const nowhere = { x: 0, y: 0, width: 0, height: 0 };

/**
 * Opens a window that is never shown and hears what Windows tells all windows. `name` is one that no other of this
 * process has; `onMessage` gets the number of each message and must not throw.
 */
export const openHiddenWindow = (name: string, onMessage: (message: number) => void): HiddenWindow => {
  const destroy: (window: Handle) => number = loadLibrary('user32').declare('DestroyWindow', 'int', [
    'void *',
  ]);
  const windowClass = openWindowClass({
    name,
    hear: ({ message }) => {
      onMessage(message);
      return undefined;
    },
  });
  try {
    const look = { title: '', style: popup, extendedStyle: toolWindowWithoutActivation, area: nowhere };
    const window = windowClass.createWindow(look);
    return {
      close: () => {
        destroy(window);
        windowClass.close();
      },
    };
  } catch (error) {
    windowClass.close();
    throw error;
  }
};
