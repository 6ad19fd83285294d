import { openLibrary } from '../../../macos/bindings/load-library.ts';
import type { Handle, Library, NativeFunction, NativeType } from '../../../macos/bindings/load-library.ts';

/** By koffi's names; in the letters that the double has for the types of its methods. */
const letters: Readonly<Record<string, string>> = {
  ...{ void: 'v', 'void *': '@', str: '*', bool: 'B', int64: 'q', uint64: 'Q', uint16: 'S', double: 'd' },
  ...{ CGPoint: 'P', CGRect: 'R' },
};

const letterOf = (type: NativeType): string => {
  const name = typeof type === 'string' ? type : 'name' in type ? type.name : '';
  return letters[name] ?? `(${name})`;
};

const declareChecks = (path: string) => {
  const { declare } = openLibrary(path);
  const typesOf: (receiver: Handle, selector: Handle) => string = declare('double_method_types', 'str', [
    ...['void *', 'void *'],
  ]);
  const fault: (what: string) => void = declare('double_fault', 'void', ['str']);
  return { typesOf, fault };
};

/** A message takes whatever it is called with; so each is held against the types of the method that gets it. */
export const withCheckedMessages = (path: string): Library => {
  const library = openLibrary(path);
  const { typesOf, fault } = declareChecks(path);
  return {
    ...library,
    declare: (name, result, parameters) => {
      const declared = library.declare(name, result, parameters);
      if (name !== 'objc_msgSend') return declared;
      const types = [result, ...parameters.slice(2)].map(letterOf).join('');
      const send = (receiver: Handle, selector: Handle, ...given: readonly unknown[]): unknown => {
        const known = typesOf(receiver, selector);
        if (known !== '' && known !== types) fault(`a method of the types ${known} was declared as ${types}`);
        return declared(receiver, selector, ...given);
      };
      // As the declared one is, of any signature.
      return send as NativeFunction;
    },
  };
};
