import type { Color } from '../../test-picture.ts';
import { declareGeometry } from './geometry.ts';
import type { CGRect } from './geometry.ts';
import type { Handle } from './load-library.ts';
import type { ObjectiveC } from './objective-c.ts';

/** What the window shows. What is added or allocated is released by whoever asked for it. */
export type Views = {
  allocate(type: Handle): Handle;
  release(object: Handle): void;
  /** Lives until the pool in use ends. */
  string(text: string): Handle;
  addBox(parent: Handle, frame: CGRect, color: Color): Handle;
  fill(box: Handle, color: Color): void;
  addTextField(parent: Handle, frame: CGRect): Handle;
  text(field: Handle): string;
  /** Lets the parent's window hear where the pointer moves over it, also while another program is active. */
  trackMotion(parent: Handle): Handle;
  /** Shows what was changed without waiting for the end of the run loop's turn. */
  flush(): void;
};

/** NSBoxCustom: a filled rectangle. */
const customBox = 4;
const noTitle = 0;
/** NSTrackingMouseMoved, NSTrackingActiveAlways, NSTrackingInVisibleRect. */
const motionAlways = 0x02 | 0x80 | 0x200;
/** NSTextInputTraitTypeNo. */
const traitOff = 1;

/** Foundation/NSString.h, objc/NSObject.h, AppKit/NSColor.h, QuartzCore/CATransaction.h. */
const loadBasics = ({ method, classNamed }: ObjectiveC) => {
  // + (instancetype)alloc; - (oneway void)release
  const allocate: (type: Handle) => Handle = method('alloc', 'void *');
  const release: (object: Handle) => void = method('release', 'void');
  // + (instancetype)stringWithUTF8String:(const char *)nullTerminatedCString
  const string: (type: Handle, text: string) => Handle = method('stringWithUTF8String:', 'void *', ['str']);
  // @property const char *UTF8String
  const utf8: (text: Handle) => string | null = method('UTF8String', 'str');
  // NSColor: + (NSColor *)colorWithSRGBRed:(CGFloat)red green:(CGFloat)green blue:(CGFloat)blue alpha:(CGFloat)alpha
  const color: (type: Handle, ...channels: [number, number, number, number]) => Handle = method(
    'colorWithSRGBRed:green:blue:alpha:',
    'void *',
    ['double', 'double', 'double', 'double'],
  );
  // CATransaction: + (void)flush
  const flush: (type: Handle) => void = method('flush', 'void');
  const [strings, colors, transactions] = [
    classNamed('NSString'),
    classNamed('NSColor'),
    classNamed('CATransaction'),
  ];
  return {
    ...{ allocate, release, utf8 },
    string: (text: string) => string(strings, text),
    color: ([red, green, blue]: Color) => color(colors, red / 255, green / 255, blue / 255, 1),
    flush: () => flush(transactions),
  };
};

/** AppKit/NSView.h, NSBox.h, NSTrackingArea.h. */
const loadViewCalls = ({ method }: ObjectiveC) => {
  const { rect } = declareGeometry();
  // - (instancetype)initWithFrame:(NSRect)frameRect
  const init: (view: Handle, frame: CGRect) => Handle = method('initWithFrame:', 'void *', [rect]);
  // - (void)addSubview:(NSView *)view; - (void)addTrackingArea:(NSTrackingArea *)trackingArea
  const addSubview: (parent: Handle, view: Handle) => void = method('addSubview:', 'void', ['void *']);
  const addTracking: (view: Handle, area: Handle) => void = method('addTrackingArea:', 'void', ['void *']);
  // NSTrackingArea: - (instancetype)initWithRect:(NSRect)rect options:(NSTrackingAreaOptions)options owner:(id)owner userInfo:(NSDictionary *)userInfo
  const initTracking: (
    area: Handle,
    at: CGRect,
    ...rest: [options: number, owner: Handle, info: null]
  ) => Handle = method('initWithRect:options:owner:userInfo:', 'void *', [
    rect,
    'uint64',
    'void *',
    'void *',
  ]);
  // NSBox: @property NSBoxType boxType; NSTitlePosition titlePosition; CGFloat borderWidth; NSColor *fillColor
  const setType: (box: Handle, type: number) => void = method('setBoxType:', 'void', ['uint64']);
  const setTitle: (box: Handle, position: number) => void = method('setTitlePosition:', 'void', ['uint64']);
  const setBorder: (box: Handle, width: number) => void = method('setBorderWidth:', 'void', ['double']);
  const setFill: (box: Handle, color: Handle) => void = method('setFillColor:', 'void', ['void *']);
  return { init, addSubview, addTracking, initTracking, setType, setTitle, setBorder, setFill };
};

/** AppKit/NSTextView.h, NSText.h: everything that would make other text of what is typed is turned off. */
const loadTextCalls = ({ method, responds }: ObjectiveC) => {
  // @property BOOL …; all of them are on unless the person chose otherwise
  const switches = [
    ...['setRichText:', 'setAutomaticSpellingCorrectionEnabled:', 'setAutomaticTextReplacementEnabled:'],
    ...['setAutomaticQuoteSubstitutionEnabled:', 'setAutomaticDashSubstitutionEnabled:'],
    ...['setAutomaticTextCompletionEnabled:', 'setContinuousSpellCheckingEnabled:'],
  ].map((selector): ((field: Handle, isOn: boolean) => void) => method(selector, 'void', ['bool']));
  // @property NSTextInputTraitType inlinePredictionType, from macOS 14 on
  const prediction = 'setInlinePredictionType:';
  const setPrediction: (field: Handle, trait: number) => void = method(prediction, 'void', ['int64']);
  // @property NSString *string
  const string: (field: Handle) => Handle = method('string', 'void *');
  return {
    string,
    keepAsTyped: (field: Handle): void => {
      for (const turn of switches) turn(field, false);
      if (responds(field, prediction)) setPrediction(field, traitOff);
    },
  };
};

export const loadViews = (objc: ObjectiveC): Views => {
  const basics = loadBasics(objc);
  const views = loadViewCalls(objc);
  const texts = loadTextCalls(objc);
  const { allocate, release, string, color, flush, utf8 } = basics;
  const add = (type: string, parent: Handle, frame: CGRect): Handle => {
    const view = views.init(allocate(objc.classNamed(type)), frame);
    views.addSubview(parent, view);
    return view;
  };
  return {
    ...{ allocate, release, string, flush },
    addBox: (parent, frame, filled) => {
      const box = add('NSBox', parent, frame);
      views.setType(box, customBox);
      views.setTitle(box, noTitle);
      views.setBorder(box, 0);
      views.setFill(box, color(filled));
      return box;
    },
    fill: (box, filled) => views.setFill(box, color(filled)),
    addTextField: (parent, frame) => {
      const field = add('NSTextView', parent, frame);
      texts.keepAsTyped(field);
      return field;
    },
    text: (field) => utf8(texts.string(field)) ?? '',
    trackMotion: (parent) => {
      const everywhere = { origin: { x: 0, y: 0 }, size: { width: 0, height: 0 } };
      const allocated = allocate(objc.classNamed('NSTrackingArea'));
      const area = views.initTracking(allocated, everywhere, motionAlways, parent, null);
      views.addTracking(parent, area);
      return area;
    },
  };
};
