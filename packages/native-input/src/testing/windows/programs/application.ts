// A program on the desktop under test, in Windows: a window that records what it receives, and a look at the desktop.
//   application.ts PORT WIDTH HEIGHT [COLOR]
// COLOR is a number with red in its lowest byte.
import type { WindowMessage } from '../window-message.ts';
import { loadOnlooker } from '../bindings/onlooker.ts';
import { openRecordingWindow } from '../bindings/recording-window.ts';
import { serveCalls } from './serve-calls.ts';
import type { Call } from './serve-calls.ts';

const [port, width, height, color] = process.argv.slice(2).map(Number);
const pumpMs = 5;
const blue = 0x996633;

let messages: WindowMessage[] = [];
const window = openRecordingWindow({
  ...{ title: 'Recording window', width: width ?? 0, height: height ?? 0, color: color ?? blue },
  onMessage: (message) => messages.push(message),
});
const onlooker = loadOnlooker();
window.focus();
setInterval(() => window.pump(), pumpMs);

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

serveCalls(
  port ?? 0,
  new Map<string, Call>([
    [
      'received',
      () => {
        window.pump();
        return { value: messages };
      },
    ],
    [
      'clear',
      () => {
        window.pump();
        messages = [];
        return {};
      },
    ],
    [
      'focus',
      () => {
        window.focus();
        return {};
      },
    ],
    ['pointerAt', () => ({ value: onlooker.pointerAt() })],
    ['keysDown', () => ({ value: onlooker.keysDown() })],
    ['locksOn', () => ({ value: onlooker.locksOn() })],
    ['size', () => ({ value: onlooker.size() })],
    [
      'swapButtons',
      (swapped) => {
        onlooker.swapButtons(swapped === true);
        return {};
      },
    ],
    ['readText', (classes) => ({ value: onlooker.readText(texts(classes)) })],
  ]),
);
