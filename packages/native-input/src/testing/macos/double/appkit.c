#include "windows.h"

#define MOST_CHILDREN 16
#define MOST_BYTES 96
#define TITLE_HEIGHT 28

typedef const char *SEL;
typedef struct { instance base; double channels[4]; } color;
typedef struct view {
  instance base;
  CGRect frame; /* from the bottom left corner of the parent */
  struct view *children[MOST_CHILDREN];
  int child_count;
  unsigned long box_type;
  double border;
  color *fill;
  char text[MOST_BYTES];
  bool hears_motion;
} view;
typedef struct {
  instance base;
  CGRect content; /* from the bottom left corner of the main display */
  unsigned long style;
  view *root, *responder;
  bool is_released_when_closed, hides, is_shown;
  server_window shown;
} window;
typedef struct { instance base; window_event what; CGPoint location; } event;
typedef struct { instance base; unsigned long options; } tracking_area;

static void destroy_view(object *dead);
static void destroy_window(object *dead);

static class NSObject = CLASS_OBJECT(NULL, instance, NULL);
static class NSString = CLASS_OBJECT(&NSObject, instance, NULL);
static class NSDate = CLASS_OBJECT(&NSObject, instance, NULL);
static class NSColor = CLASS_OBJECT(&NSObject, color, NULL);
static class NSApplication = CLASS_OBJECT(&NSObject, instance, NULL);
static class NSEvent = CLASS_OBJECT(&NSObject, event, NULL);
static class NSView = CLASS_OBJECT(&NSObject, view, destroy_view);
static class NSBox = CLASS_OBJECT(&NSView, view, destroy_view);
static class NSTextView = CLASS_OBJECT(&NSView, view, destroy_view);
static class NSTrackingArea = CLASS_OBJECT(&NSObject, tracking_area, NULL);
static class NSWindow = CLASS_OBJECT(&NSObject, window, destroy_window);
static class NSPanel = CLASS_OBJECT(&NSWindow, window, destroy_window);
static class CATransaction = CLASS_OBJECT(&NSObject, instance, NULL);

/* It lasts as long as the process. */
static instance the_application = {{0xa11fe000u, KIND_INSTANCE, 0, 1, true, NULL}, &NSApplication, true};
static instance *application;
static bool is_launched;
static window *only_window;

/* NSObject */
static void *alloc(class *self, SEL selector) {
  (void)selector;
  return new_instance(self);
}
static void release_object(object *self, SEL selector) { release(self, selector); }
static bool responds(object *self, SEL selector, SEL asked) {
  (void)selector;
  return has_method(self, asked);
}
static const method object_methods[] = {
  {"release", "v", release_object}, {"respondsToSelector:", "B@", responds}, {NULL, NULL, NULL}};
static const method object_class_methods[] = {{"alloc", "@", alloc}, {NULL, NULL, NULL}};

/* NSString, NSDate */
static const void *string_with(class *self, SEL selector, const char *utf8) {
  (void)self, (void)selector;
  return autoreleased((void *)make_string(utf8));
}
static const char *utf8_of(void *self, SEL selector) { return text_of(self, selector); }
static const method string_methods[] = {{"UTF8String", "*", utf8_of}, {NULL, NULL, NULL}};
static const method string_class_methods[] = {{"stringWithUTF8String:", "@*", string_with}, {NULL, NULL, NULL}};

static void *distant_past(class *self, SEL selector) {
  (void)selector;
  instance *made = new_instance(self);
  made->is_ready = true;
  return autoreleased(made);
}
static const method date_class_methods[] = {{"distantPast", "@", distant_past}, {NULL, NULL, NULL}};

/* NSColor */
static void *color_with(class *self, SEL selector, double red, double green, double blue, double alpha) {
  color *made = new_instance(self);
  made->base.is_ready = true;
  double channels[] = {red, green, blue, alpha};
  for (int index = 0; index < 4; index += 1) {
    if (!(channels[index] >= 0 && channels[index] <= 1)) fault("%s was given %g", selector, channels[index]);
    made->channels[index] = channels[index];
  }
  return autoreleased(made);
}
static const method color_class_methods[] = {
  {"colorWithSRGBRed:green:blue:alpha:", "@dddd", color_with}, {NULL, NULL, NULL}};

/* NSView, NSBox, NSTextView */
static void destroy_view(object *dead) {
  view *gone = (view *)dead;
  for (int index = 0; index < gone->child_count; index += 1) release(gone->children[index], "a view");
  if (gone->fill) release(gone->fill, "a view");
}
static void *init_view(view *self, SEL selector, CGRect frame) {
  if (!(frame.size.width > 0 && frame.size.height > 0)) fault("%s was given an empty frame", selector);
  self->frame = frame;
  self->base.is_ready = true;
  self->border = 1;
  return self;
}
static void add_subview(view *self, SEL selector, void *any) {
  view *child = expect_instance(any, &NSView, selector);
  if (!child) return;
  if (self->child_count == MOST_CHILDREN) abort();
  self->children[self->child_count++] = retain(child);
}
static void add_tracking(view *self, SEL selector, void *any) {
  tracking_area *area = expect_instance(any, &NSTrackingArea, selector);
  /* NSTrackingMouseMoved, NSTrackingActiveAlways */
  if (area && (area->options & 0x82) == 0x82) self->hears_motion = true;
}
static const method view_methods[] = {
  {"initWithFrame:", "@R", init_view}, {"addSubview:", "v@", add_subview},
  {"addTrackingArea:", "v@", add_tracking}, {NULL, NULL, NULL}};

static void set_box_type(view *self, SEL selector, unsigned long type) {
  if (type > 4) fault("%s was given %lu", selector, type);
  self->box_type = type;
}
static void set_title_position(view *self, SEL selector, unsigned long position) {
  (void)self;
  if (position > 6) fault("%s was given %lu", selector, position);
}
static void set_border(view *self, SEL selector, double width) {
  if (!(width >= 0 && width < 100)) fault("%s was given %g", selector, width);
  self->border = width;
}
static void set_fill(view *self, SEL selector, void *any) {
  color *given = expect_instance(any, &NSColor, selector);
  if (!given) return;
  color *before = self->fill;
  self->fill = retain(given);
  if (before) release(before, selector);
}
static const method box_methods[] = {
  {"setBoxType:", "vQ", set_box_type}, {"setTitlePosition:", "vQ", set_title_position},
  {"setBorderWidth:", "vd", set_border}, {"setFillColor:", "v@", set_fill}, {NULL, NULL, NULL}};

static void turn(view *self, SEL selector, bool is_on) { (void)self, (void)selector, (void)is_on; }
static const void *text_string(view *self, SEL selector) {
  (void)selector;
  return autoreleased((void *)make_string(self->text));
}
static const method text_methods[] = {
  {"setRichText:", "vB", turn}, {"setAutomaticSpellingCorrectionEnabled:", "vB", turn},
  {"setAutomaticTextReplacementEnabled:", "vB", turn}, {"setAutomaticQuoteSubstitutionEnabled:", "vB", turn},
  {"setAutomaticDashSubstitutionEnabled:", "vB", turn}, {"setAutomaticTextCompletionEnabled:", "vB", turn},
  {"setContinuousSpellCheckingEnabled:", "vB", turn}, {"string", "@", text_string}, {NULL, NULL, NULL}};

static void put_utf8(char *into, size_t *length, uint32_t point) {
  if (*length + 4 >= MOST_BYTES) abort();
  char *to = into + *length;
  if (point < 0x80) {
    to[0] = (char)point;
    *length += 1;
  } else if (point < 0x800) {
    to[0] = (char)(0xc0 | (point >> 6));
    to[1] = (char)(0x80 | (point & 0x3f));
    *length += 2;
  } else if (point < 0x10000) {
    to[0] = (char)(0xe0 | (point >> 12));
    to[1] = (char)(0x80 | ((point >> 6) & 0x3f));
    to[2] = (char)(0x80 | (point & 0x3f));
    *length += 3;
  } else {
    to[0] = (char)(0xf0 | (point >> 18));
    to[1] = (char)(0x80 | ((point >> 12) & 0x3f));
    to[2] = (char)(0x80 | ((point >> 6) & 0x3f));
    to[3] = (char)(0x80 | (point & 0x3f));
    *length += 4;
  }
  into[*length] = 0;
}

/* What is typed, but for commands and for keys such as arrows, whose characters are private ones. */
static void insert(view *into, const window_event *pressed) {
  size_t length = strlen(into->text);
  uint16_t alone = pressed->character;
  const uint16_t *units = pressed->units ? pressed->text : &alone;
  int count = pressed->units ? pressed->units : alone != 0;
  if ((pressed->flags & 0x140000) != 0) return;
  for (int index = 0; index < count; index += 1) {
    uint32_t point = units[index];
    if (point >= 0xf700 && point < 0xf900) continue;
    if (point >= 0xd800 && point < 0xdc00 && index + 1 < count) {
      point = 0x10000 + ((point - 0xd800) << 10) + (units[++index] - 0xdc00u);
    }
    put_utf8(into->text, &length, point);
  }
}

/* NSTrackingArea */
static void *init_tracking(tracking_area *self, SEL selector, CGRect rect, unsigned long options, void *owner,
                           void *info) {
  /* NSTrackingInVisibleRect: the rectangle is not looked at. */
  if ((options & 0x200) == 0 && rect.size.width <= 0) fault("%s was given an empty rectangle", selector);
  expect_instance(owner, &NSView, selector);
  if (info) fault("%s was given something that is no dictionary", selector);
  self->options = options;
  self->base.is_ready = true;
  return self;
}
static const method tracking_methods[] = {
  {"initWithRect:options:owner:userInfo:", "@RQ@@", init_tracking}, {NULL, NULL, NULL}};

/* NSWindow, NSPanel */
static CGPoint flip(CGPoint point) { return (CGPoint){point.x, main_display_height() - point.y}; }

static void destroy_window(object *dead) {
  window *gone = (window *)dead;
  if (gone->is_shown) windows_remove(gone->shown.number);
  release(gone->root, "a window");
  if (only_window == gone) only_window = NULL;
}
static void *init_window(window *self, SEL selector, CGRect content, unsigned long style, unsigned long backing,
                         bool defer) {
  (void)defer;
  if (!application) fault("%s was sent before there was an application", selector);
  if (backing != 2) fault("%s was given the backing %lu", selector, backing);
  if (only_window) abort();
  only_window = self;
  self->content = content;
  self->style = style;
  self->is_released_when_closed = self->base.isa == &NSWindow;
  self->hides = self->base.isa == &NSPanel;
  self->root = new_instance(&NSView);
  self->root->base.is_ready = true;
  self->base.is_ready = true;
  double top = content.origin.y + content.size.height + TITLE_HEIGHT;
  self->shown = (server_window){.owner = getpid(), .frame = {flip((CGPoint){content.origin.x, top}),
                                {content.size.width, content.size.height + TITLE_HEIGHT}}};
  return self;
}
static void set_released(window *self, SEL selector, bool is_on) {
  (void)selector;
  self->is_released_when_closed = is_on;
}
static void set_hides(window *self, SEL selector, bool is_on) {
  (void)selector;
  self->hides = is_on;
}
static void set_switch(window *self, SEL selector, bool is_on) { (void)self, (void)selector, (void)is_on; }
static void set_level(window *self, SEL selector, long level) {
  if (level < -20 || level > 2000) fault("%s was given %ld", selector, level);
  self->shown.level = level;
}
static void set_animation(window *self, SEL selector, long how) {
  (void)self;
  if (how < 0 || how > 5) fault("%s was given %ld", selector, how);
}
static void set_spaces(window *self, SEL selector, unsigned long how) {
  (void)self;
  if (how > 0xffffff) fault("%s was given %lu", selector, how);
}
static void set_title(window *self, SEL selector, void *title) {
  (void)self;
  text_of(title, selector);
}
static void *content_view(window *self, SEL selector) {
  (void)selector;
  return self->root;
}
static bool set_responder(window *self, SEL selector, void *any) {
  view *given = expect_instance(any, &NSView, selector);
  if (given && given->base.isa == &NSTextView) self->responder = given;
  return self->responder == given;
}

static CGRect on_screen(const window *of, CGRect frame) {
  CGPoint top = {of->content.origin.x + frame.origin.x, of->content.origin.y + frame.origin.y + frame.size.height};
  return (CGRect){flip(top), frame.size};
}
static void display_window(window *self, SEL selector) {
  (void)selector;
  self->shown.hears_motion = self->root->hears_motion;
  self->shown.patch_count = 0;
  for (int index = 0; index < self->root->child_count; index += 1) {
    const view *child = self->root->children[index];
    bool is_text = child->base.isa == &NSTextView;
    /* NSBoxCustom; the others show a frame of their own. */
    if (!is_text && (child->box_type != 4 || child->border != 0 || !child->fill)) continue;
    patch *drawn = &self->shown.patches[self->shown.patch_count++];
    drawn->area = on_screen(self, child->frame);
    for (int channel = 0; channel < 3; channel += 1) {
      drawn->rgb[channel] = is_text ? 255 : (uint8_t)(child->fill->channels[channel] * 255 + 0.5);
    }
  }
  if (self->is_shown) windows_update(&self->shown);
}
/* A panel that hides with an inactive program, as they do unless told otherwise, is not shown by one. */
static void order_front(window *self, SEL selector) {
  (void)selector;
  if (self->hides || self->is_shown) return;
  self->shown.number = windows_add(&self->shown);
  self->is_shown = true;
}
static void make_key(window *self, SEL selector) {
  /* NSWindowStyleMaskTitled, NSWindowStyleMaskNonactivatingPanel */
  if ((self->style & 0x1) == 0) fault("%s: a window without a title does not take the keyboard", selector);
  if ((self->style & 0x80) == 0) fault("%s: the window of an inactive program takes it from another", selector);
  if (self->is_shown) windows_take_keyboard(self->shown.number);
}
static bool is_key(window *self, SEL selector) {
  (void)selector;
  return self->is_shown && windows_keyboard_owner() == self->shown.number;
}
static long window_number(window *self, SEL selector) {
  (void)selector;
  return self->is_shown ? self->shown.number : -1;
}
static CGPoint to_screen(window *self, SEL selector, CGPoint point) {
  (void)selector;
  return (CGPoint){self->content.origin.x + point.x, self->content.origin.y + point.y};
}
static void close_window(window *self, SEL selector) {
  if (self->is_shown) windows_remove(self->shown.number);
  self->is_shown = false;
  if (self->is_released_when_closed) release(self, selector);
}
static long number_at(class *self, SEL selector, CGPoint point, long below) {
  (void)self;
  if (below != 0) fault("%s was given the window %ld", selector, below);
  return windows_number_at(flip(point));
}
static const method window_methods[] = {
  {"initWithContentRect:styleMask:backing:defer:", "@RQQB", init_window},
  {"setReleasedWhenClosed:", "vB", set_released}, {"setHidesOnDeactivate:", "vB", set_hides},
  {"setMovable:", "vB", set_switch}, {"setAcceptsMouseMovedEvents:", "vB", set_switch},
  {"setLevel:", "vq", set_level}, {"setAnimationBehavior:", "vq", set_animation},
  {"setCollectionBehavior:", "vQ", set_spaces}, {"setTitle:", "v@", set_title},
  {"contentView", "@", content_view}, {"makeFirstResponder:", "B@", set_responder},
  {"orderFrontRegardless", "v", order_front}, {"makeKeyWindow", "v", make_key},
  {"displayIfNeeded", "v", display_window}, {"close", "v", close_window}, {"isKeyWindow", "B", is_key},
  {"windowNumber", "q", window_number}, {"convertPointToScreen:", "PP", to_screen}, {NULL, NULL, NULL}};
static const method window_class_methods[] = {
  {"windowNumberAtPoint:belowWindowWithWindowNumber:", "qPq", number_at}, {NULL, NULL, NULL}};

static void flush(class *self, SEL selector) { (void)self, (void)selector; }
static const method transaction_class_methods[] = {{"flush", "v", flush}, {NULL, NULL, NULL}};

/* NSEvent. AppKit throws when an event is asked for what its type does not have. */
static bool is_key_event(const event *of) { return of->what.type == KEY_DOWN || of->what.type == KEY_UP; }
static bool is_click(const event *of) {
  uint32_t type = of->what.type;
  return (type >= LEFT_DOWN && type <= RIGHT_UP) || type == OTHER_DOWN || type == OTHER_UP;
}
static void require(bool is_there, const char *selector, const event *of) {
  if (!is_there) fault("%s was sent to an event of the type %u", selector, of->what.type);
}
static unsigned long event_type(event *self, SEL selector) {
  (void)selector;
  return self->what.type;
}
static long event_window(event *self, SEL selector) {
  (void)selector;
  return self->what.window;
}
static CGPoint event_location(event *self, SEL selector) {
  require(!is_key_event(self) && self->what.type != FLAGS_CHANGED, selector, self);
  return self->location;
}
static long event_button(event *self, SEL selector) {
  require(is_click(self), selector, self);
  return self->what.button;
}
static long event_clicks(event *self, SEL selector) {
  require(is_click(self), selector, self);
  return (long)self->what.click_state;
}
static uint16_t event_key(event *self, SEL selector) {
  require(is_key_event(self) || self->what.type == FLAGS_CHANGED, selector, self);
  return self->what.key;
}
static unsigned long event_flags(event *self, SEL selector) {
  (void)selector;
  return self->what.flags;
}
static const void *event_characters(event *self, SEL selector) {
  require(is_key_event(self), selector, self);
  char utf8[MOST_BYTES] = "";
  size_t length = 0;
  uint16_t character = self->what.units ? self->what.text[0] : self->what.character;
  if (character && (character < 0xd800 || character >= 0xe000)) put_utf8(utf8, &length, character);
  return autoreleased((void *)make_string(utf8));
}
static double event_scroll_x(event *self, SEL selector) {
  require(self->what.type == SCROLL, selector, self);
  return self->what.horizontal;
}
static double event_scroll_y(event *self, SEL selector) {
  require(self->what.type == SCROLL, selector, self);
  return self->what.vertical;
}
static bool event_is_precise(event *self, SEL selector) {
  require(self->what.type == SCROLL, selector, self);
  return self->what.unit == 0; /* kCGScrollEventUnitPixel */
}
static const method event_methods[] = {
  {"type", "Q", event_type}, {"windowNumber", "q", event_window}, {"locationInWindow", "P", event_location},
  {"buttonNumber", "q", event_button}, {"clickCount", "q", event_clicks}, {"keyCode", "S", event_key},
  {"modifierFlags", "Q", event_flags}, {"charactersIgnoringModifiers", "@", event_characters},
  {"scrollingDeltaX", "d", event_scroll_x}, {"scrollingDeltaY", "d", event_scroll_y},
  {"hasPreciseScrollingDeltas", "B", event_is_precise}, {NULL, NULL, NULL}};

static void set_coalescing(class *self, SEL selector, bool is_on) { (void)self, (void)selector, (void)is_on; }
static CGPoint mouse_location(class *self, SEL selector) {
  (void)self, (void)selector;
  return flip(windows_pointer());
}
static const method event_class_methods[] = {
  {"setMouseCoalescingEnabled:", "vB", set_coalescing}, {"mouseLocation", "P", mouse_location}, {NULL, NULL, NULL}};

/* NSApplication */
static void *shared_application(class *self, SEL selector) {
  (void)self, (void)selector;
  return application = &the_application;
}
static bool set_policy(instance *self, SEL selector, long policy) {
  (void)self;
  if (policy < 0 || policy > 2) fault("%s was given %ld", selector, policy);
  return true;
}
static void finish_launching(instance *self, SEL selector) {
  (void)self, (void)selector;
  is_launched = true;
}
static void *next_event(instance *self, SEL selector, unsigned long mask, void *until, const void *mode, bool dequeue) {
  (void)self;
  expect_instance(until, &NSDate, selector);
  if (!is_launched) fault("%s was sent before finishLaunching", selector);
  if (mask != ~0ul || !dequeue || strcmp(text_of(mode, selector), "kCFRunLoopDefaultMode")) {
    fault("%s was given what this double does not know", selector);
  }
  window_event what;
  if (!windows_next(&what)) return NULL;
  event *made = new_instance(&NSEvent);
  made->base.is_ready = true;
  made->what = what;
  CGPoint at = flip(what.at);
  if (only_window) {
    made->location = (CGPoint){at.x - only_window->content.origin.x, at.y - only_window->content.origin.y};
  }
  return autoreleased(made);
}
static void send_event(instance *self, SEL selector, void *any) {
  (void)self;
  event *sent = expect_instance(any, &NSEvent, selector);
  if (!sent || !only_window) return;
  if (sent->what.type == LEFT_DOWN) fault("%s: a text view keeps what follows the press to itself", selector);
  if (sent->what.type == KEY_DOWN && only_window->responder) insert(only_window->responder, &sent->what);
}
static const method application_methods[] = {
  {"setActivationPolicy:", "Bq", set_policy}, {"finishLaunching", "v", finish_launching},
  {"nextEventMatchingMask:untilDate:inMode:dequeue:", "@Q@@B", next_event}, {"sendEvent:", "v@", send_event},
  {NULL, NULL, NULL}};
static const method application_class_methods[] = {{"sharedApplication", "@", shared_application}, {NULL, NULL, NULL}};

static const struct { class *is; const char *name; const method *methods, *class_methods; } classes[] = {
  {&NSObject, "NSObject", object_methods, object_class_methods},
  {&NSString, "NSString", string_methods, string_class_methods},
  {&NSDate, "NSDate", NULL, date_class_methods},
  {&NSColor, "NSColor", NULL, color_class_methods},
  {&NSApplication, "NSApplication", application_methods, application_class_methods},
  {&NSEvent, "NSEvent", event_methods, event_class_methods},
  {&NSView, "NSView", view_methods, NULL},
  {&NSBox, "NSBox", box_methods, NULL},
  {&NSTextView, "NSTextView", text_methods, NULL},
  {&NSTrackingArea, "NSTrackingArea", tracking_methods, NULL},
  {&NSWindow, "NSWindow", window_methods, window_class_methods},
  {&NSPanel, "NSPanel", NULL, NULL},
  {&CATransaction, "CATransaction", NULL, transaction_class_methods},
};

__attribute__((constructor)) static void fill_classes(void) {
  for (size_t index = 0; index < sizeof classes / sizeof classes[0]; index += 1) {
    classes[index].is->name = classes[index].name;
    classes[index].is->methods = classes[index].methods;
    classes[index].is->class_methods = classes[index].class_methods;
  }
}

class *class_named(const char *name) {
  for (size_t index = 0; index < sizeof classes / sizeof classes[0]; index += 1) {
    if (!strcmp(classes[index].name, name)) return classes[index].is;
  }
  return NULL;
}
