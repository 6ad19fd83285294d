import { MessagePort, workerData } from 'node:worker_threads';
import type { DevicePoint } from '../desktop.ts';
import { idleLamp, lampColorOf, testPicture } from '../test-picture.ts';
import type { Color } from '../test-picture.ts';
import type { TestWindowEvent } from '../test-window.ts';
import { testWindowTitle } from '../test-window-place.ts';
import { openOwnWindow } from './bindings/window.ts';
import type { Fill, OwnWindow } from './bindings/window.ts';
import { readWindowMessage } from './read-window-message.ts';
import type { WindowMessage } from './read-window-message.ts';
import type { FromWindowThread, WindowThreadData } from './windows-test-window.ts';

/** Keys, then the pointer. */
const inputMessages: readonly (readonly [first: number, last: number])[] = [
  [0x100, 0x109],
  [0x200, 0x20e],
];
const isInput = ({ message }: WindowMessage): boolean =>
  inputMessages.some(([first, last]) => message >= first && message <= last);
const buttonPresses: readonly number[] = [0x201, 0x204, 0x207, 0x20b];

/** Windows tells a window of the pointer also when it only looks anew where it is. */
const createMotionFilter = () => {
  let last: DevicePoint | undefined;
  return (event: TestWindowEvent): boolean => {
    if (event.kind !== 'motion') return true;
    const isNew = event.point.x !== last?.x || event.point.y !== last.y;
    last = event.point;
    return isNew;
  };
};

/** Shows the test window until it is closed. Its input goes to the port. */
const runWindowThread = ({ port, area }: WindowThreadData): void => {
  const tell = (message: FromWindowThread) => port.postMessage(message);
  const { patches, lamp, background, textField } = testPicture;
  const isNews = createMotionFilter();
  const shown: { lampColor: Color; window: OwnWindow | undefined } = {
    lampColor: idleLamp,
    window: undefined,
  };
  const paint = (fill: Fill) => {
    for (const patch of patches) fill(patch.area, patch.color);
    fill(lamp, shown.lampColor);
  };
  const onMessage = (message: WindowMessage) => {
    const { window } = shown;
    // Some come while the window is being made.
    if (!window || !isInput(message)) return;
    for (const event of readWindowMessage(message, window.inside()).filter(isNews)) {
      shown.lampColor = lampColorOf(event) ?? shown.lampColor;
      window.repaint(lamp);
      tell({ type: 'event', event });
    }
    if (buttonPresses.includes(message.message)) window.takeKeyboard();
  };
  const window = openOwnWindow({ title: testWindowTitle, area, background, textField, paint, onMessage });
  shown.window = window;
  tell({ type: 'ready', handle: window.handle, textField: window.textField, area: window.inside() });
  window.run((request) => tell({ type: 'settled', request }));
  tell({ type: 'gone' });
  port.close();
};

const isData = (data: unknown): data is WindowThreadData =>
  typeof data === 'object' && data !== null && 'port' in data && data.port instanceof MessagePort;

if (isData(workerData)) runWindowThread(workerData);
