import { extendedKey } from './virtual-keys.ts';
import type { WindowsKey } from './virtual-keys.ts';

/** The number of a press of a key; with it alone a later process can release it. */
export const toPressCode = ({ virtualKey, scanCode }: WindowsKey): number => (virtualKey << 16) | scanCode;

export const fromPressCode = (code: number): WindowsKey => ({
  virtualKey: code >> 16,
  scanCode: code & (extendedKey | 0xff),
});
