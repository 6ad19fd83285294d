import type { X11Connection } from './x11-connection.ts';

/** Every extension of npm x11 begins with these. */
export type RawExtension = { readonly majorOpcode: number; readonly firstEvent: number };

/** The extension with its requests as npm x11 shapes them, or undefined when the server lacks it. */
export const loadExtension = async <T extends RawExtension>(
  { raw, call }: X11Connection,
  name: string,
): Promise<T | undefined> => {
  const found = await call<unknown>(`the extension ${name}`, (callback) =>
    raw.require(name, (error, extension) => callback(undefined, error ? undefined : extension)),
  );
  return found === undefined ? undefined : (found as T);
};

export const hasExtension = async ({ raw, call }: X11Connection, name: string): Promise<boolean> => {
  const { present } = await call<{ readonly present: number }>('QueryExtension', (callback) =>
    raw.QueryExtension(name, callback),
  );
  return present !== 0;
};
