#include "appkit.h"

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
const method color_class_methods[] = {
  {"colorWithSRGBRed:green:blue:alpha:", "@dddd", color_with}, {NULL, NULL, NULL}};

/* NSView, NSBox, NSTextView */
void destroy_view(object *dead) {
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
const method view_methods[] = {
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
const method box_methods[] = {
  {"setBoxType:", "vQ", set_box_type}, {"setTitlePosition:", "vQ", set_title_position},
  {"setBorderWidth:", "vd", set_border}, {"setFillColor:", "v@", set_fill}, {NULL, NULL, NULL}};

static void turn(view *self, SEL selector, bool is_on) { (void)self, (void)selector, (void)is_on; }
static const void *text_string(view *self, SEL selector) {
  (void)selector;
  return autoreleased((void *)make_string(self->text));
}
const method text_methods[] = {
  {"setRichText:", "vB", turn}, {"setAutomaticSpellingCorrectionEnabled:", "vB", turn},
  {"setAutomaticTextReplacementEnabled:", "vB", turn}, {"setAutomaticQuoteSubstitutionEnabled:", "vB", turn},
  {"setAutomaticDashSubstitutionEnabled:", "vB", turn}, {"setAutomaticTextCompletionEnabled:", "vB", turn},
  {"setContinuousSpellCheckingEnabled:", "vB", turn}, {"string", "@", text_string}, {NULL, NULL, NULL}};

void put_utf8(char *into, size_t *length, uint32_t point) {
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
void insert_typed(view *into, const window_event *pressed) {
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
const method tracking_methods[] = {
  {"initWithRect:options:owner:userInfo:", "@RQ@@", init_tracking}, {NULL, NULL, NULL}};

