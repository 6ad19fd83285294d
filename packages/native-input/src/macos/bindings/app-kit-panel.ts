import type { DevicePoint } from '../../desktop.ts';
import type { Views } from './app-kit-views.ts';
import { declareGeometry } from './geometry.ts';
import type { CGRect } from './geometry.ts';
import type { Handle } from './load-library.ts';
import type { ObjectiveC } from './objective-c.ts';

/** NSWindowStyleMaskTitled, NSWindowStyleMaskNonactivatingPanel. */
const titledNonactivating = 0x1 | 0x80;
/** NSBackingStoreBuffered. */
const buffered = 2;
/** NSFloatingWindowLevel. */
const floating = 3;
/** NSWindowCollectionBehaviorCanJoinAllSpaces, NSWindowCollectionBehaviorFullScreenAuxiliary. */
const onEverySpace = 0x1 | 0x100;
/** NSWindowAnimationBehaviorNone. */
const noAnimation = 2;

/** AppKit/NSWindow.h, NSPanel.h. */
export const loadPanelCalls = ({ method, classNamed }: ObjectiveC) => {
  const { rect, point } = declareGeometry();
  // - (instancetype)initWithContentRect:(NSRect)contentRect styleMask:(NSWindowStyleMask)style backing:(NSBackingStoreType)backingStoreType defer:(BOOL)flag
  const init: (
    panel: Handle,
    content: CGRect,
    ...rest: [style: number, backing: number, defer: boolean]
  ) => Handle = method('initWithContentRect:styleMask:backing:defer:', 'void *', [
    rect,
    'uint64',
    'uint64',
    'bool',
  ]);
  // @property BOOL releasedWhenClosed, hidesOnDeactivate, movable, acceptsMouseMovedEvents
  const setReleased: (panel: Handle, isOn: boolean) => void = method('setReleasedWhenClosed:', 'void', [
    'bool',
  ]);
  const setHides: (panel: Handle, isOn: boolean) => void = method('setHidesOnDeactivate:', 'void', ['bool']);
  const setMovable: (panel: Handle, isOn: boolean) => void = method('setMovable:', 'void', ['bool']);
  const setMoves: (panel: Handle, isOn: boolean) => void = method('setAcceptsMouseMovedEvents:', 'void', [
    'bool',
  ]);
  // @property NSWindowLevel level; NSWindowAnimationBehavior animationBehavior
  const setLevel: (panel: Handle, level: number) => void = method('setLevel:', 'void', ['int64']);
  const setAnimation: (panel: Handle, how: number) => void = method('setAnimationBehavior:', 'void', [
    'int64',
  ]);
  // @property NSWindowCollectionBehavior collectionBehavior
  const setSpaces: (panel: Handle, how: number) => void = method('setCollectionBehavior:', 'void', [
    'uint64',
  ]);
  // @property NSString *title
  const setTitle: (panel: Handle, title: Handle) => void = method('setTitle:', 'void', ['void *']);
  // @property NSView *contentView
  const contentView: (panel: Handle) => Handle = method('contentView', 'void *');
  // - (BOOL)makeFirstResponder:(NSResponder *)responder
  const setResponder: (panel: Handle, view: Handle) => boolean = method('makeFirstResponder:', 'bool', [
    'void *',
  ]);
  // - (void)orderFrontRegardless; - (void)makeKeyWindow; - (void)displayIfNeeded; - (void)close
  const orderFront: (panel: Handle) => void = method('orderFrontRegardless', 'void');
  const makeKey: (panel: Handle) => void = method('makeKeyWindow', 'void');
  const display: (panel: Handle) => void = method('displayIfNeeded', 'void');
  const close: (panel: Handle) => void = method('close', 'void');
  // @property BOOL keyWindow; NSInteger windowNumber
  const isKey: (panel: Handle) => boolean = method('isKeyWindow', 'bool');
  const number: (panel: Handle) => number = method('windowNumber', 'int64');
  // - (NSPoint)convertPointToScreen:(NSPoint)point
  const toScreen: (panel: Handle, at: DevicePoint) => DevicePoint = method('convertPointToScreen:', point, [
    point,
  ]);
  return {
    panelClass: classNamed('NSPanel'),
    ...{
      init,
      setReleased,
      setHides,
      setMovable,
      setMoves,
      setLevel,
      setAnimation,
      setSpaces,
      setTitle,
      contentView,
    },
    ...{ setResponder, orderFront, makeKey, display, close, isKey, number, toScreen },
  };
};

export type PanelCalls = ReturnType<typeof loadPanelCalls>;

type PanelRequest = {
  readonly title: string;
  /** In points from the bottom left corner of the main display. */
  readonly content: CGRect;
};

/** It floats above ordinary windows, and leaves the active program active. Whoever created it releases it. */
export const createPanel = (
  calls: PanelCalls,
  { allocate, string }: Pick<Views, 'allocate' | 'string'>,
  { title, content }: PanelRequest,
): Handle => {
  const panel = calls.init(allocate(calls.panelClass), content, titledNonactivating, buffered, false);
  calls.setReleased(panel, false);
  calls.setHides(panel, false);
  calls.setMovable(panel, false);
  calls.setMoves(panel, true);
  calls.setLevel(panel, floating);
  calls.setAnimation(panel, noAnimation);
  calls.setSpaces(panel, onEverySpace);
  calls.setTitle(panel, string(title));
  return panel;
};
