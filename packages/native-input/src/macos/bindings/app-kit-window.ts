import type { DeviceArea, DevicePoint } from '../../desktop.ts';
import type { Color } from '../../test-picture.ts';
import { isButtonPress, isMouse, loadEventReader } from './app-kit-event.ts';
import type { WindowEvent } from './app-kit-event.ts';
import { loadApplication, loadScreen } from './app-kit-application.ts';
import { createPanel, loadPanelCalls } from './app-kit-panel.ts';
import { loadViews } from './app-kit-views.ts';
import type { CGRect } from './geometry.ts';
import { loadFramework } from './load-library.ts';
import type { Handle, LoadFramework } from './load-library.ts';
import { loadObjectiveC } from './objective-c.ts';
import type { ObjectiveC } from './objective-c.ts';

export type OwnWindowRequest = {
  readonly title: string;
  /** Where its inside is to be, in points from the top left corner of the main display. */
  readonly place: DeviceArea;
  /** The height of the main display, from whose bottom AppKit counts. */
  readonly mainHeight: number;
  /** In points within the inside, from its top left corner. */
  readonly areas: readonly { readonly area: DeviceArea; readonly color: Color }[];
  readonly textField: DeviceArea;
};

/** A window of this process, with a text field in it. Every call is for the main thread. Whoever opened it closes it. */
export type OwnWindow = {
  /** Its inside, in points from the top left corner of the main display. */
  readonly inside: DeviceArea;
  /** Handles what has come; answers whether anything has. The place of an event is a point of the inside. */
  pump(onEvent: (event: WindowEvent) => void): boolean;
  /** Gives one of `areas` another colour. */
  paint(index: number, color: Color): void;
  text(): string;
  hasKeyboard(): boolean;
  /** Whether a press of a button there would reach it, in points from the top left corner of the main display. */
  isInFrontAt(point: DevicePoint): boolean;
  pointerAt(): DevicePoint;
  close(): void;
};

/** Around the inside, in points: newer versions of macOS round the corners of windows by up to 26. */
const margin = 32;
type Place = Pick<OwnWindowRequest, 'place' | 'mainHeight'>;

/** From the top left corner of the inside to the bottom left corner of the content around it, and back. */
const flipWithin = ({ place }: Place, { x, y }: DevicePoint): DevicePoint => ({
  x: x - margin,
  y: margin + place.height - y,
});

const frameWithin = ({ place }: Place, { x, y, width, height }: DeviceArea): CGRect => ({
  origin: { x: x + margin, y: margin + place.height - y - height },
  size: { width, height },
});

/** Between counting from the top left and from the bottom left corner of the main display. */
const flipOnScreen = ({ mainHeight }: Place, { x, y }: DevicePoint): DevicePoint => ({
  x,
  y: mainHeight - y,
});

const contentOf = ({ place: { x, y, width, height }, mainHeight }: Place): CGRect => ({
  origin: { x: x - margin, y: mainHeight - y - height - margin },
  size: { width: width + 2 * margin, height: height + 2 * margin },
});

const showWindow = (objc: ObjectiveC, request: OwnWindowRequest) => {
  const [panels, views] = [loadPanelCalls(objc), loadViews(objc)];
  const panel = createPanel(panels, views, { title: request.title, content: contentOf(request) });
  const content = panels.contentView(panel);
  const tracking = views.trackMotion(content);
  const boxes = request.areas.map(({ area, color }) =>
    views.addBox(content, frameWithin(request, area), color),
  );
  const field = views.addTextField(content, frameWithin(request, request.textField));
  panels.setResponder(panel, field);
  panels.orderFront(panel);
  const display = (): void => {
    panels.display(panel);
    views.flush();
  };
  display();
  const corner = panels.toScreen(panel, { x: margin, y: margin + request.place.height });
  return {
    number: panels.number(panel),
    inside: { ...request.place, ...flipOnScreen(request, corner) },
    takeKeyboard: () => panels.makeKey(panel),
    hasKeyboard: () => panels.isKey(panel),
    text: () => views.text(field),
    paint: (index: number, color: Color) => {
      views.fill(boxes[index] ?? null, color);
      display();
    },
    close: () => {
      panels.close(panel);
      for (const owned of [tracking, ...boxes, field, panel]) views.release(owned);
      views.flush();
    },
  };
};

/**
 * Opens the window above those of other programs. It takes the keyboard with the first press of a button in it, as a
 * panel that leaves the active program active.
 */
export const openOwnWindow = (request: OwnWindowRequest, load: LoadFramework = loadFramework): OwnWindow => {
  const objc = loadObjectiveC(load);
  const { pooled } = objc;
  const { application, screen, events, shown } = pooled(() => {
    const started = loadApplication(objc, load);
    started.start();
    return {
      application: started,
      screen: loadScreen(objc),
      events: loadEventReader(objc),
      shown: showWindow(objc, request),
    };
  });
  const take = (event: Handle, onEvent: (event: WindowEvent) => void): void => {
    const input = events.read(event, shown.number);
    if (input) onEvent({ ...input, location: flipWithin(request, input.location) });
    // A text view follows the mouse in a loop of its own until the button is up, and would take those events to it.
    if (!input || !isMouse(input.type)) application.send(event);
    else if (isButtonPress(input.type)) shown.takeKeyboard();
  };
  const pump = (onEvent: (event: WindowEvent) => void): boolean => {
    let count = 0;
    for (let event = application.next(); event !== null; event = application.next()) {
      take(event, onEvent);
      count += 1;
    }
    return count > 0;
  };
  return {
    inside: shown.inside,
    pump: (onEvent) => pooled(() => pump(onEvent)),
    paint: (index, color) => pooled(() => shown.paint(index, color)),
    text: () => pooled(shown.text),
    hasKeyboard: () => pooled(shown.hasKeyboard),
    isInFrontAt: (point) => pooled(() => screen.windowAt(flipOnScreen(request, point)) === shown.number),
    pointerAt: () => pooled(() => flipOnScreen(request, screen.pointer())),
    close: () => pooled(shown.close),
  };
};
