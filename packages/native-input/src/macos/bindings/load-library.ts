import koffi from 'koffi';
import type { LibraryHandle, TypeObject } from 'koffi';

/** The frameworks of macOS that this backend calls; all of them are part of the system. */
export type Framework = 'Accelerate' | 'ApplicationServices' | 'Carbon' | 'CoreFoundation' | 'CoreGraphics';

/** A type by koffi's name or its object, or one with a direction (`out`). */
export type NativeType = string | TypeObject | ReturnType<typeof koffi.out>;

/** An address or a reference to an object; null is NULL. */
export type Handle = bigint | null;

type NativeFunction = ReturnType<LibraryHandle['func']>;

export type Library = {
  /**
   * Declares a function. It fits any signature in TypeScript, so whoever names one reads it and the declared types
   * beside the public header.
   */
  declare(name: string, result: NativeType, parameters: readonly NativeType[]): NativeFunction;
  /** The value of an exported constant that is a reference, such as a CFStringRef. It is not ours to release. */
  constant(name: string): Handle;
};

/**
 * Gives the library of a framework. Every loader of a binding takes one, so that tests can put another library in
 * the place of the system's; what is shipped gives none.
 */
export type LoadFramework = (framework: Framework) => Library;

export const openLibrary = (path: string): Library => {
  const handle = koffi.load(path);
  return {
    declare: (name, result, parameters) => handle.func(name, result, [...parameters]),
    constant: (name) => koffi.decode(handle.symbol(name) as bigint, 'void *') as Handle,
  };
};

/** Loads a framework of the system. Nothing is loaded before, so that this file can be imported on every platform. */
export const loadFramework: LoadFramework = (framework) =>
  openLibrary(`/System/Library/Frameworks/${framework}.framework/${framework}`);

/** The callee writes it. */
export const out = (type: string | TypeObject): NativeType => koffi.out(koffi.pointer(type));
