import type { PointerModifier } from '../../desktop.ts';
import type { RawInput } from '../../input-port.ts';
import { toPressCode } from './press-code.ts';
import { namedKey } from './virtual-keys.ts';

export const resolveModifierKeys = (modifiers: readonly PointerModifier[]): readonly RawInput[] =>
  modifiers.flatMap((name) => {
    const key = namedKey(name);
    return key ? [{ kind: 'key', code: toPressCode(key), name }] : [];
  });
