import koffi from 'koffi';
import type { LibraryHandle, TypeObject } from 'koffi';
import { DesktopError } from '../../desktop-error.ts';

/** The libraries of Windows that this backend calls; all of them are part of the system. */
export type SystemLibrary = 'advapi32' | 'gdi32' | 'kernel32' | 'ntdll' | 'shcore' | 'user32' | 'wtsapi32';

/** A type by koffi's name or its object, or one with a direction (`out`, `inOut`). */
export type NativeType = string | TypeObject | ReturnType<typeof koffi.out>;

/** An address or a handle; null is NULL. */
export type Handle = bigint | null;

type NativeFunction = ReturnType<LibraryHandle['func']>;

export type Library = {
  /**
   * Declares a function. It fits any signature in TypeScript, so whoever names one reads it and the declared types
   * beside the documentation of Windows.
   */
  declare(name: string, result: NativeType, parameters: readonly NativeType[]): NativeFunction;
  /** The same for a function that older versions of Windows lack. */
  find(name: string, result: NativeType, parameters: readonly NativeType[]): NativeFunction | undefined;
};

/** Loads a library of the system. Nothing is loaded before, so that this file can be imported on every platform. */
export const loadLibrary = (library: SystemLibrary): Library => {
  const handle = koffi.load(`${library}.dll`);
  const declare: Library['declare'] = (name, result, parameters) =>
    handle.func('__stdcall', name, result, [...parameters]);
  return {
    declare,
    find: (name, result, parameters) => {
      try {
        return declare(name, result, parameters);
      } catch {
        return undefined;
      }
    },
  };
};

type Members = Readonly<Record<string, string | TypeObject>>;

/**
 * koffi keeps pointer types by the name of what they point at, and the names that it makes up can be equal. So every
 * type of ours is named, and declared once for each thread.
 */
const declareOnce = (name: string, declare: () => TypeObject): TypeObject => {
  try {
    return koffi.type(name);
  } catch {
    return declare();
  }
};

/** A C struct by its name in Windows. Its size is asserted, since with a wrong one Windows would write beyond it. */
export const declareStruct = (name: string, bytes: number, members: Members): TypeObject => {
  const type = declareOnce(name, () => koffi.struct(name, members));
  if (type.size === bytes) return type;
  throw new DesktopError('internal', `${name} has ${type.size} bytes here; Windows has ${bytes}.`);
};

/** A pointer to a function of ours, by the name of its type in Windows. */
export const declareCallback = (name: string, result: string, parameters: readonly string[]): TypeObject =>
  koffi.pointer(declareOnce(name, () => koffi.proto('__stdcall', name, result, [...parameters])));

/** Windows writes it. */
export const out = (type: string | TypeObject): NativeType => koffi.out(koffi.pointer(type));

/** Windows reads it and writes it. */
export const inOut = (type: string | TypeObject): NativeType => koffi.inout(koffi.pointer(type));
