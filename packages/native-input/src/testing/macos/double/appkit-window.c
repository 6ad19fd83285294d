#include "appkit.h"

static window *only_window;

window *own_window(void) { return only_window; }

/* NSWindow, NSPanel */
CGPoint flip(CGPoint point) { return (CGPoint){point.x, main_display_height() - point.y}; }

void destroy_window(object *dead) {
  window *gone = (window *)dead;
  if (gone->is_shown) windows_remove(gone->shown.number);
  release(gone->root, "a window");
  if (only_window == gone) only_window = NULL;
}
static void *init_window(window *self, SEL selector, CGRect content, unsigned long style, unsigned long backing,
                         bool defer) {
  (void)defer;
  if (!is_application_there()) fault("%s was sent before there was an application", selector);
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
const method window_methods[] = {
  {"initWithContentRect:styleMask:backing:defer:", "@RQQB", init_window},
  {"setReleasedWhenClosed:", "vB", set_released}, {"setHidesOnDeactivate:", "vB", set_hides},
  {"setMovable:", "vB", set_switch}, {"setAcceptsMouseMovedEvents:", "vB", set_switch},
  {"setLevel:", "vq", set_level}, {"setAnimationBehavior:", "vq", set_animation},
  {"setCollectionBehavior:", "vQ", set_spaces}, {"setTitle:", "v@", set_title},
  {"contentView", "@", content_view}, {"makeFirstResponder:", "B@", set_responder},
  {"orderFrontRegardless", "v", order_front}, {"makeKeyWindow", "v", make_key},
  {"displayIfNeeded", "v", display_window}, {"close", "v", close_window}, {"isKeyWindow", "B", is_key},
  {"windowNumber", "q", window_number}, {"convertPointToScreen:", "PP", to_screen}, {NULL, NULL, NULL}};
const method window_class_methods[] = {
  {"windowNumberAtPoint:belowWindowWithWindowNumber:", "qPq", number_at}, {NULL, NULL, NULL}};

