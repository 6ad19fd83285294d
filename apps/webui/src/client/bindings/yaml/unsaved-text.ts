import * as z from 'zod';

const storedSchema = z.object({ text: z.string(), base: z.string() });
/** What somebody wrote and did not save, and the saved text that it began from. */
type UnsavedText = z.infer<typeof storedSchema>;

export type UnsavedTexts = {
  read(key: string): UnsavedText | null;
  write(key: string, unsaved: UnsavedText): void;
  clear(key: string): void;
};

/** Outlives a closed dialog and a reload of the page, and ends with the window. A full or closed storage keeps nothing. */
export function createUnsavedTexts(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): UnsavedTexts {
  const nameOf = (key: string) => `harness-configuration-yaml:${key}`;
  const attempt = <Result>(work: () => Result): Result | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  return {
    read: (key) => attempt(() => storedSchema.parse(JSON.parse(storage().getItem(nameOf(key)) ?? 'null'))),
    write: (key, unsaved) => void attempt(() => storage().setItem(nameOf(key), JSON.stringify(unsaved))),
    clear: (key) => void attempt(() => storage().removeItem(nameOf(key))),
  };
}
