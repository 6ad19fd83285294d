import { expect, it } from 'vitest';
import { createThemeStore, type Theme } from './theme-store.ts';

function memory(saved: string | null) {
  const state = { saved };
  return {
    state,
    storage: {
      getItem: () => state.saved,
      setItem: (_key: string, value: string) => {
        state.saved = value;
      },
    },
  };
}

it('applies the saved theme at once and keeps a new choice', () => {
  const applied: Theme[] = [];
  const { state, storage } = memory('dark');
  const store = createThemeStore({ storage, apply: (theme) => applied.push(theme) });
  store.choose('light');
  expect(applied).toEqual(['dark', 'light']);
  expect(state.saved).toBe('light');
});

it('follows the system when nothing readable is saved', () => {
  const { storage } = memory('blue');
  expect(createThemeStore({ storage, apply: () => undefined }).current()).toBe('system');
});

it('still changes the theme where storage is refused', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const store = createThemeStore({ storage: { getItem: refuse, setItem: refuse }, apply: () => undefined });
  store.choose('dark');
  expect(store.current()).toBe('dark');
});
