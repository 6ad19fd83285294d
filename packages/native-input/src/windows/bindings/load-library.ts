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

/** A C struct whose size is asserted, since with a wrong one Windows would write beyond it. */
export const declareStruct = (name: string, bytes: number, members: Members): TypeObject => {
  const type = koffi.struct(members);
  if (type.size === bytes) return type;
  throw new DesktopError('internal', `${name} has ${type.size} bytes here; Windows has ${bytes}.`);
};

/** Windows writes it. */
export const out = (type: string | TypeObject): NativeType => koffi.out(koffi.pointer(type));

/** Windows reads it and writes it. */
export const inOut = (type: string | TypeObject): NativeType => koffi.inout(koffi.pointer(type));
