import type { DevicePoint } from '../../desktop.ts';
import { declareGeometry } from './geometry.ts';
import type { Handle, LoadFramework } from './load-library.ts';
import type { ObjectiveC } from './objective-c.ts';

/** NSApplicationActivationPolicyAccessory: neither in the Dock nor in the menu bar. */
const accessory = 1;
/** NSEventMaskAny. */
const anyEvent = 0xffff_ffff_ffff_ffffn;

/** AppKit/NSApplication.h, NSEvent.h; Foundation/NSDate.h. */
export const loadApplication = (objc: ObjectiveC, load: LoadFramework) => {
  const { method, classNamed } = objc;
  // + (NSApplication *)sharedApplication
  const shared: (type: Handle) => Handle = method('sharedApplication', 'void *');
  // - (BOOL)setActivationPolicy:(NSApplicationActivationPolicy)activationPolicy
  const setPolicy: (app: Handle, policy: number) => boolean = method('setActivationPolicy:', 'bool', [
    'int64',
  ]);
  // - (void)finishLaunching
  const finishLaunching: (app: Handle) => void = method('finishLaunching', 'void');
  // - (NSEvent *)nextEventMatchingMask:(NSEventMask)mask untilDate:(NSDate *)expiration inMode:(NSRunLoopMode)mode dequeue:(BOOL)deqFlag
  const nextEvent: (
    app: Handle,
    mask: bigint,
    ...rest: [until: Handle, mode: Handle, dequeue: boolean]
  ) => Handle = method('nextEventMatchingMask:untilDate:inMode:dequeue:', 'void *', [
    'uint64',
    'void *',
    'void *',
    'bool',
  ]);
  // - (void)sendEvent:(NSEvent *)event
  const sendEvent: (app: Handle, event: Handle) => void = method('sendEvent:', 'void', ['void *']);
  // NSEvent: @property (class) BOOL mouseCoalescingEnabled
  const setCoalescing: (type: Handle, isOn: boolean) => void = method('setMouseCoalescingEnabled:', 'void', [
    'bool',
  ]);
  // NSDate: @property (class) NSDate *distantPast
  const distantPast: (type: Handle) => Handle = method('distantPast', 'void *');
  // NSRunLoop.h: NSDefaultRunLoopMode is this string.
  const defaultMode = load('CoreFoundation').constant('kCFRunLoopDefaultMode');
  const dateClass = classNamed('NSDate');
  const app = shared(classNamed('NSApplication'));
  return {
    start: () => {
      setPolicy(app, accessory);
      setCoalescing(classNamed('NSEvent'), false);
      finishLaunching(app);
    },
    /** Null when nothing has come. */
    next: () => nextEvent(app, anyEvent, distantPast(dateClass), defaultMode, true),
    send: (event: Handle) => sendEvent(app, event),
  };
};

/** AppKit/NSWindow.h, NSEvent.h: of the whole screen, in points from the bottom left corner of the main display. */
export const loadScreen = ({ method, classNamed }: ObjectiveC) => {
  const { point } = declareGeometry();
  // NSWindow: + (NSInteger)windowNumberAtPoint:(NSPoint)point belowWindowWithWindowNumber:(NSInteger)windowNumber
  const windowAt: (type: Handle, at: DevicePoint, below: number) => number = method(
    'windowNumberAtPoint:belowWindowWithWindowNumber:',
    'int64',
    [point, 'int64'],
  );
  // NSEvent: @property (class) NSPoint mouseLocation
  const pointer: (type: Handle) => DevicePoint = method('mouseLocation', point);
  const [windows, events] = [classNamed('NSWindow'), classNamed('NSEvent')];
  return {
    windowAt: (at: DevicePoint) => windowAt(windows, at, 0),
    pointer: () => pointer(events),
  };
};
