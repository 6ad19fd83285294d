import * as z from 'zod';

const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

const storageKey = 'harness-desktop.theme';

export type ThemeStore = {
  readonly current: () => Theme;
  readonly choose: (theme: Theme) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

type ThemeStoreOptions = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Sets the attribute that the style sheet reads; `system` removes it. */
  readonly apply: (theme: Theme) => void;
};

/** Applies the saved theme at once. A browser that refuses storage keeps the choice for the page only. */
export function createThemeStore({ storage, apply }: ThemeStoreOptions): ThemeStore {
  const listeners = new Set<() => void>();
  let theme = load(storage);
  apply(theme);
  return {
    current: () => theme,
    choose(next) {
      theme = next;
      apply(next);
      save(storage, next);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function load(storage: ThemeStoreOptions['storage']): Theme {
  try {
    return themeSchema.catch('system').parse(storage.getItem(storageKey));
  } catch {
    return 'system';
  }
}

function save(storage: ThemeStoreOptions['storage'], theme: Theme): void {
  try {
    storage.setItem(storageKey, theme);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
