#include "appkit.h"

class NSObject = CLASS_OBJECT(NULL, instance, NULL);
class NSString = CLASS_OBJECT(&NSObject, instance, NULL);
class NSDate = CLASS_OBJECT(&NSObject, instance, NULL);
class NSColor = CLASS_OBJECT(&NSObject, color, NULL);
class NSApplication = CLASS_OBJECT(&NSObject, instance, NULL);
class NSEvent = CLASS_OBJECT(&NSObject, event, NULL);
class NSView = CLASS_OBJECT(&NSObject, view, destroy_view);
class NSBox = CLASS_OBJECT(&NSView, view, destroy_view);
class NSTextView = CLASS_OBJECT(&NSView, view, destroy_view);
class NSTrackingArea = CLASS_OBJECT(&NSObject, tracking_area, NULL);
class NSWindow = CLASS_OBJECT(&NSObject, window, destroy_window);
class NSPanel = CLASS_OBJECT(&NSWindow, window, destroy_window);
class CATransaction = CLASS_OBJECT(&NSObject, instance, NULL);

/* It lasts as long as the process. */
static instance the_application = {{0xa11fe000u, KIND_INSTANCE, 0, 1, true, NULL}, &NSApplication, true};
static instance *application;
static bool is_launched;

bool is_application_there(void) { return application != NULL; }

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
  if (own_window()) {
    made->location = (CGPoint){at.x - own_window()->content.origin.x, at.y - own_window()->content.origin.y};
  }
  return autoreleased(made);
}
static void send_event(instance *self, SEL selector, void *any) {
  (void)self;
  event *sent = expect_instance(any, &NSEvent, selector);
  if (!sent || !own_window()) return;
  if (sent->what.type == LEFT_DOWN) fault("%s: a text view keeps what follows the press to itself", selector);
  if (sent->what.type == KEY_DOWN && own_window()->responder) insert_typed(own_window()->responder, &sent->what);
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
