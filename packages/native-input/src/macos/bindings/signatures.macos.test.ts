import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDouble } from '../../testing/macos/bindings/double.ts';
import { loadCapture } from './capture.ts';
import { loadDisplays } from './displays.ts';
import { loadEventPoster } from './events.ts';
import { loadInputState } from './input-state.ts';
import { loadKeyboard } from './keyboard-layout.ts';
import type { LoadFramework, NativeType } from './load-library.ts';
import { loadObjectiveC } from './objective-c.ts';
import { loadPermissionCalls, loadPermissionRequests } from './permissions.ts';
import { loadResponsibleProgram } from './responsible-program.ts';
import { loadSecureInput } from './secure-input.ts';
import { loadSession } from './session.ts';

/** Where Apple documents what begins like this. */
const homes: readonly (readonly [beginning: RegExp, framework: string])[] = [
  [/^k?CG/, 'CoreGraphics'],
  [/^k?CF/, 'CoreFoundation'],
  [/^k?AX/, 'ApplicationServices'],
  [/^(k?TIS|LM|UC|IsSecure)/, 'Carbon'],
  [/^vImage/, 'Accelerate'],
  [/^(objc|sel)_/, 'Objective-C'],
  [/^(proc_|responsibility_)/, 'System'],
];

/** Types of C by koffi's names; every address is one of the same kind. */
const koffiNames: Readonly<Record<string, string>> = {
  ...{ uint64_t: 'uint64', int64_t: 'int64', uint32_t: 'uint32', int32_t: 'int32', uint16_t: 'uint16' },
  ...{ uint8_t: 'uint8', Boolean: 'uint8', CFIndex: 'long', ssize_t: 'intptr', CFTypeRef: 'address' },
};
const directory = new URL('../../testing/macos/double/', import.meta.url);
const source = readdirSync(directory)
  .filter((name) => name.endsWith('.c'))
  .map((name) => readFileSync(new URL(name, directory), 'utf8'))
  .join('\n');

const typeInC = (declared: string): string => {
  const type = declared.replace(/\bconst\b/g, '').trim();
  return /[*[]/.test(type) ? 'address' : (koffiNames[type] ?? type);
};

const signatureInC = (name: string): string => {
  const [, result = '?', parameters = '?'] =
    new RegExp(`API ([\\w *]*?)\\b${name}\\(([^)]*)\\) {`).exec(source) ?? [];
  const types = parameters === 'void' ? [] : parameters.split(',');
  const withoutNames = types.map((parameter) => parameter.trim().replace(/\w+(\[\])?$/, '$1'));
  return [result, ...withoutNames].map(typeInC).join(' ');
};

const typeInKoffi = (type: NativeType): string => {
  const name = typeof type === 'string' ? type : 'name' in type ? type.name : '*';
  return name === 'str' || name.includes('*') ? 'address' : name;
};

const declareEverything = () => {
  const { load } = openDouble();
  const functions = new Map<string, string>();
  const places = new Map<string, string>();
  const recording: LoadFramework = (framework) => {
    const library = load(framework);
    const place = (name: string) => places.set(name, framework);
    return {
      ...library,
      declare: (name, result, parameters) => {
        place(name);
        functions.set(name, [result, ...parameters].map(typeInKoffi).join(' '));
        return library.declare(name, result, parameters);
      },
      find: (name, result, parameters) => {
        place(name);
        functions.set(name, [result, ...parameters].map(typeInKoffi).join(' '));
        return library.find(name, result, parameters);
      },
      address: (name) => {
        place(name);
        return library.address(name);
      },
      constant: (name) => {
        place(name);
        return library.constant(name);
      },
    };
  };
  for (const loadPart of [loadCapture, loadDisplays, loadInputState, loadKeyboard, loadSecureInput]) {
    loadPart(recording);
  }
  for (const loadPart of [loadSession, loadPermissionRequests, loadResponsibleProgram]) loadPart(recording);
  loadPermissionCalls(1, recording);
  loadEventPoster(recording).close();
  loadObjectiveC(recording);
  return { functions, places };
};

const { functions, places } = declareEverything();

/** Called as the method of its message each time. */
functions.delete('objc_msgSend');

it.each([...functions])('declares %s as its header does', (name, signature) => {
  expect(signature).toBe(signatureInC(name));
});

it.each([...places])('looks for %s in %s, which has it', (name, framework) => {
  expect(homes.find(([beginning]) => beginning.test(name))?.[1]).toBe(framework);
});
