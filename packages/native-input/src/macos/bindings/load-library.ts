import koffi from 'koffi';
import type { LibraryHandle, TypeObject } from 'koffi';
import { DesktopError } from '../../desktop-error.ts';

/** The libraries of macOS that this backend calls; all of them are part of the system. */
type Framework =
  | 'Accelerate'
  | 'AppKit'
  | 'ApplicationServices'
  | 'Carbon'
  | 'CoreFoundation'
  | 'CoreGraphics'
  | 'Objective-C'
  | 'System';

/** A type by koffi's name or its object, or one with a direction (`out`). */
export type NativeType = string | TypeObject | ReturnType<typeof koffi.out>;

/** An address or a reference to an object; null is NULL. */
export type Handle = bigint | null;

export type NativeFunction = ReturnType<LibraryHandle['func']>;

export type Library = {
  /**
   * Declares a function. It fits any signature in TypeScript, so whoever names one reads it and the declared types
   * beside the public header.
   */
  readonly declare: (name: string, result: NativeType, parameters: readonly NativeType[]) => NativeFunction;
  /** The same for a function that some versions of macOS lack. */
  find(name: string, result: NativeType, parameters: readonly NativeType[]): NativeFunction | undefined;
  /** Where an exported variable is, for functions that take its address. */
  address(name: string): Handle;
  /** The value of an exported constant that is a reference, such as a CFStringRef. It is not ours to release. */
  constant(name: string): Handle;
};

/**
 * Gives the library of a framework. Every loader of a binding takes one, so that tests can put another library in
 * the place of the system's; what is shipped gives none.
 */
export type LoadFramework = (framework: Framework) => Library;

const loadAt = (path: string): LibraryHandle => {
  try {
    return koffi.load(path);
  } catch (error) {
    throw new DesktopError('desktop_unavailable', `The library ${path} could not be loaded.`, {
      cause: error,
    });
  }
};

const found = <T>(name: string, find: () => T): T => {
  try {
    return find();
  } catch (error) {
    const message = `This version of macOS has no ${name}, which computer use needs here.`;
    throw new DesktopError('unsupported', message, { cause: error });
  }
};

export const openLibrary = (path: string): Library => {
  const handle = loadAt(path);
  const declareIn: Library['declare'] = (name, result, parameters) =>
    handle.func(name, result, [...parameters]);
  const address = (name: string): Handle => found(name, () => handle.symbol(name) as Handle);
  return {
    declare: (name, result, parameters) => found(name, () => declareIn(name, result, parameters)),
    find: (name, result, parameters) => {
      try {
        return declareIn(name, result, parameters);
      } catch {
        return undefined;
      }
    },
    address,
    constant: (name) => koffi.decode(address(name), 'void *') as Handle,
  };
};

const pathOf = (framework: Framework): string => {
  switch (framework) {
    case 'System':
      return '/usr/lib/libSystem.B.dylib';
    case 'Objective-C':
      return '/usr/lib/libobjc.A.dylib';
    default:
      return `/System/Library/Frameworks/${framework}.framework/${framework}`;
  }
};

/** Loads a library of the system. Nothing is loaded before, so that this file can be imported on every platform. */
export const loadFramework: LoadFramework = (framework) => openLibrary(pathOf(framework));

type Members = Readonly<Record<string, string | TypeObject>>;

const typeNamed = (name: string): TypeObject | undefined => {
  try {
    return koffi.type(name);
  } catch {
    return undefined;
  }
};

/**
 * A C struct, declared once a thread: koffi keeps types by their names, and would take an unnamed one for another. Its
 * size is asserted, since with a wrong one macOS would write beyond it.
 */
export const declareStruct = (name: string, bytes: number, members: Members): TypeObject => {
  const type = typeNamed(name) ?? koffi.struct(name, members);
  if (type.size === bytes) return type;
  throw new DesktopError('internal', `${name} has ${type.size} bytes here; macOS has ${bytes}.`);
};

/** The callee writes it. */
export const out = (type: string | TypeObject): NativeType => koffi.out(koffi.pointer(type));
