import { loadFramework } from './load-library.ts';
import type { LoadFramework } from './load-library.ts';

/** What is down and locked on the whole desktop, whoever pressed it. */
export type InputState = {
  isKeyDown(keyCode: number): boolean;
  isButtonDown(button: number): boolean;
  /** CGEventFlags. */
  flags(): number;
};

/**
 * CGEventSourceStateID kCGEventSourceStateCombinedSessionState and kCGEventSourceStateHIDSystemState. What is posted
 * below the hardware shows in the first only, what another session of the screen holds in the second only.
 */
const states = [0, 1] as const;

/** CoreGraphics/CGEventSource.h. */
export const loadInputState = (load: LoadFramework = loadFramework): InputState => {
  const { declare } = load('CoreGraphics');
  // bool CGEventSourceKeyState(CGEventSourceStateID stateID, CGKeyCode key)
  const key: (state: number, keyCode: number) => boolean = declare('CGEventSourceKeyState', 'bool', [
    ...['int32', 'uint16'],
  ]);
  // bool CGEventSourceButtonState(CGEventSourceStateID stateID, CGMouseButton button)
  const button: (state: number, button: number) => boolean = declare('CGEventSourceButtonState', 'bool', [
    ...['int32', 'uint32'],
  ]);
  // CGEventFlags CGEventSourceFlagsState(CGEventSourceStateID stateID)
  const flags: (state: number) => number | bigint = declare('CGEventSourceFlagsState', 'uint64', ['int32']);
  return {
    isKeyDown: (keyCode) => states.some((state) => key(state, keyCode)),
    isButtonDown: (number) => states.some((state) => button(state, number)),
    flags: () => states.reduce<number>((all, state) => all | Number(flags(state)), 0),
  };
};
