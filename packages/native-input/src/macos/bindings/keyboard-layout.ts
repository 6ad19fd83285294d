import { loadCoreFoundation } from './core-foundation.ts';
import { loadFramework, out } from './load-library.ts';
import type { Handle, LoadFramework } from './load-library.ts';
import type { KeyboardLayout } from '../keymap/keyboard-layout.ts';

export type Keyboard = {
  /**
   * Runs `use` with the layout that the person has chosen, or the one behind an input method; undefined where it has
   * no table. On the main thread only: macOS ends a process that asks on another.
   */
  withCurrentLayout<T>(use: (layout: KeyboardLayout | undefined) => T): T;
};

/** CoreServices, CarbonCore/UnicodeUtilities.h: kUCKeyActionDown. */
const keyDown = 0;
const maxOutput = 8;

type Translate = (
  ...parameters: [
    ...[layout: Handle, keyCode: number, action: number, modifiers: number, keyboard: number],
    ...[options: number, deadKeys: number[], most: number, length: number[], units: Uint16Array],
  ]
) => number;

/** Carbon, HIToolbox/TextInputSources.h and Events.h; CoreServices, CarbonCore/UnicodeUtilities.h. */
const declareCalls = (load: LoadFramework) => {
  const library = load('Carbon');
  const { declare } = library;
  // TISInputSourceRef TISCopyCurrentKeyboardLayoutInputSource(void)
  const copyCurrent: () => Handle = declare('TISCopyCurrentKeyboardLayoutInputSource', 'void *', []);
  // TISInputSourceRef TISCopyCurrentASCIICapableKeyboardLayoutInputSource(void)
  const copyAscii: () => Handle = declare(
    'TISCopyCurrentASCIICapableKeyboardLayoutInputSource',
    'void *',
    [],
  );
  // void *TISGetInputSourceProperty(TISInputSourceRef inputSource, CFStringRef propertyKey)
  const property: (source: Handle, key: Handle) => Handle = declare('TISGetInputSourceProperty', 'void *', [
    ...['void *', 'void *'],
  ]);
  // UInt8 LMGetKbdType(void)
  const keyboardType: () => number = declare('LMGetKbdType', 'uint8', []);
  // OSStatus UCKeyTranslate(const UCKeyboardLayout *keyLayoutPtr, UInt16 virtualKeyCode, UInt16 keyAction, UInt32 modifierKeyState, UInt32 keyboardType, OptionBits keyTranslateOptions, UInt32 *deadKeyState, UniCharCount maxStringLength, UniCharCount *actualStringLength, UniChar unicodeString[])
  const translate: Translate = declare('UCKeyTranslate', 'int32', [
    ...['void *', 'uint16', 'uint16', 'uint32', 'uint32', 'uint32'],
    ...[out('uint32'), 'unsigned long', out('unsigned long'), 'void *'],
  ]);
  const layoutData = library.constant('kTISPropertyUnicodeKeyLayoutData');
  return { copyCurrent, copyAscii, property, keyboardType, translate, layoutData };
};

export const loadKeyboard = (load: LoadFramework = loadFramework): Keyboard => {
  const foundation = loadCoreFoundation(load);
  const { copyCurrent, copyAscii, property, keyboardType, translate, layoutData } = declareCalls(load);

  const layoutOf = (data: Handle): KeyboardLayout => {
    const table = foundation.dataBytes(data);
    const type = keyboardType();
    return {
      outputOf: (keyCode, modifiers) => {
        const deadKeys = [0];
        const length = [0];
        const units = new Uint16Array(maxOutput);
        const error = translate(
          ...[table, keyCode, keyDown, modifiers, type],
          ...[0, deadKeys, maxOutput, length, units],
        );
        return error === 0 ? String.fromCharCode(...units.subarray(0, length[0] ?? 0)) : '';
      },
    };
  };

  return {
    withCurrentLayout: (use) => {
      // A process without an event loop would be told the layout of its start for ever.
      foundation.pumpEvents();
      return foundation.using(copyCurrent(), (source) => {
        const data = source && property(source, layoutData);
        if (data !== null) return use(layoutOf(data));
        return foundation.using(copyAscii(), (ascii) => {
          const asciiData = ascii && property(ascii, layoutData);
          return use(asciiData === null ? undefined : layoutOf(asciiData));
        });
      });
    },
  };
};
