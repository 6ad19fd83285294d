#include "windows.h"

#define MOST_DISPLAYS 8

typedef struct { int count; display all[MOST_DISPLAYS]; } arrangement;
/* How things are, and how the process believes them to be until its run loop hears of it. */
static arrangement actual, seen;
static bool is_black;
static size_t image_width, image_height;

void displays_reset(void) {
  lock();
  memset(&actual, 0, sizeof actual);
  memset(&seen, 0, sizeof seen);
  is_black = false;
  image_width = image_height = 0;
  unlock();
}

void displays_show_changes(void) {
  lock();
  seen = actual;
  unlock();
}

static display *find(arrangement *in, uint32_t id) {
  for (int index = 0; index < in->count; index += 1) {
    if (in->all[index].id == id) return &in->all[index];
  }
  return NULL;
}

void display_remove(uint32_t id) {
  lock();
  display *gone = find(&actual, id);
  if (gone) *gone = actual.all[--actual.count];
  unlock();
}

static bool contains(const display *one, CGPoint point) {
  const CGRect area = one->bounds;
  return point.x >= area.origin.x && point.y >= area.origin.y && point.x < area.origin.x + area.size.width &&
         point.y < area.origin.y + area.size.height;
}

static double within(double value, double start, double length) {
  return value < start ? start : value > start + length - 1 ? start + length - 1 : value;
}

/* The window server never lets the pointer leave the displays. */
CGPoint clamp_to_displays(CGPoint point) {
  CGPoint nearest = point;
  double least = -1;
  lock();
  for (int index = 0; index < actual.count; index += 1) {
    const display *one = &actual.all[index];
    CGPoint on = point;
    if (!contains(one, point)) {
      on.x = within(point.x, one->bounds.origin.x, one->bounds.size.width);
      on.y = within(point.y, one->bounds.origin.y, one->bounds.size.height);
    }
    double across = on.x - point.x, down = on.y - point.y, distance = across * across + down * down;
    if (least < 0 || distance < least) {
      least = distance;
      nearest = on;
    }
  }
  unlock();
  return nearest;
}

/* The point that a pixel of a display is in. */
bool display_point(uint32_t id, size_t x, size_t y, CGPoint *into) {
  lock();
  const display *found = find(&actual, id);
  if (found) {
    into->x = found->bounds.origin.x + (double)x * found->bounds.size.width / (double)found->pixel_width;
    into->y = found->bounds.origin.y + (double)y * found->bounds.size.height / (double)found->pixel_height;
  }
  unlock();
  return found != NULL;
}

double main_display_height(void) {
  double height = 0;
  lock();
  for (int index = 0; index < actual.count; index += 1) {
    const CGRect area = actual.all[index].bounds;
    if (area.origin.x == 0 && area.origin.y == 0) height = area.size.height;
  }
  unlock();
  return height;
}

/* Connects a display, or gives the one with that id another shape; the process sees it when it runs its loop. */
API void double_set_display(uint32_t id, CGRect bounds, uint32_t pixel_width, uint32_t pixel_height, uint32_t mirrors,
                            bool is_builtin) {
  lock();
  display *set = find(&actual, id);
  if (!set) {
    if (actual.count == MOST_DISPLAYS) abort();
    set = &actual.all[actual.count++];
  }
  *set = (display){id, mirrors, bounds, pixel_width, pixel_height, is_builtin};
  unlock();
}

API void double_unplug(uint32_t id) { display_remove(id); }

API void double_set_black(bool black) { is_black = black; }

/* The size of later captures, in place of that of the display's mode; 0 is that of the mode. */
API void double_set_image_size(uint32_t width, uint32_t height) {
  image_width = width;
  image_height = height;
}

/* CGDirectDisplay.h */
API int32_t CGGetActiveDisplayList(uint32_t maxDisplays, uint32_t *activeDisplays, uint32_t *displayCount) {
  CALLED(int32_t, "%u", maxDisplays);
  lock();
  uint32_t count = 0;
  for (int index = 0; index < seen.count && count < maxDisplays; index += 1) {
    activeDisplays[count++] = seen.all[index].id;
  }
  *displayCount = count;
  unlock();
  return 0;
}

API uint32_t CGMainDisplayID(void) {
  CALLED(uint32_t, "%s", "");
  lock();
  uint32_t id = 0;
  for (int index = 0; index < seen.count; index += 1) {
    const CGPoint origin = seen.all[index].bounds.origin;
    if (origin.x == 0 && origin.y == 0 && !seen.all[index].mirrors) id = seen.all[index].id;
  }
  unlock();
  return id;
}

static bool read_seen(uint32_t id, display *into) {
  lock();
  display *found = find(&seen, id);
  if (found) *into = *found;
  unlock();
  return found != NULL;
}

API CGRect CGDisplayBounds(uint32_t id) {
  long long ignored;
  called(&ignored, __func__, "%u", id);
  display found;
  return read_seen(id, &found) ? found.bounds : (CGRect){{0, 0}, {0, 0}};
}

API uint32_t CGDisplayMirrorsDisplay(uint32_t id) {
  CALLED(uint32_t, "%u", id);
  display found;
  return read_seen(id, &found) ? found.mirrors : 0;
}

API int32_t CGDisplayIsBuiltin(uint32_t id) {
  CALLED(int32_t, "%u", id);
  display found;
  return read_seen(id, &found) && found.is_builtin;
}

typedef struct { object base; size_t width, height; } mode;

API CFTypeRef CGDisplayCopyDisplayMode(uint32_t id) {
  CALLED_POINTER("%u", id);
  display found;
  if (!read_seen(id, &found)) return NULL;
  mode *made = create(KIND_MODE, sizeof *made, NULL);
  made->width = found.pixel_width;
  made->height = found.pixel_height;
  return made;
}

API size_t CGDisplayModeGetPixelWidth(CFTypeRef given) {
  CALLED(size_t, "#%d", id_of(given));
  mode *known = expect(given, KIND_MODE, __func__);
  return known ? known->width : 0;
}

API size_t CGDisplayModeGetPixelHeight(CFTypeRef given) {
  CALLED(size_t, "#%d", id_of(given));
  mode *known = expect(given, KIND_MODE, __func__);
  return known ? known->height : 0;
}

API void CGDisplayModeRelease(CFTypeRef given) {
  CALLED_VOID("#%d", id_of(given));
  if (given) release(given, __func__);
}

/* images.c: a picture of a display as it is at that moment. */
const void *make_display_image(uint32_t id, size_t width, size_t height, bool black);
void hide_windows(const void *image);

static const void *capture(uint32_t id, const CGRect *part) {
  lock();
  display *found = find(&actual, id);
  display shown = found ? *found : (display){0};
  unlock();
  if (!found) return NULL;
  /* A mode's pixels are those of the panel; a capture is as it is seen. */
  bool is_turned = (shown.bounds.size.width > shown.bounds.size.height) != (shown.pixel_width > shown.pixel_height);
  size_t width = is_turned ? shown.pixel_height : shown.pixel_width;
  size_t height = is_turned ? shown.pixel_width : shown.pixel_height;
  if (image_width) width = image_width;
  if (image_height) height = image_height;
  if (part) {
    width = (size_t)(part->size.width * (double)width / shown.bounds.size.width);
    height = (size_t)(part->size.height * (double)height / shown.bounds.size.height);
  }
  /* Without the permission macOS shows the desktop picture and no windows. */
  const void *made = make_display_image(id, width, height, is_black);
  if (!has_screen_permission()) hide_windows(made);
  return made;
}

API CFTypeRef CGDisplayCreateImage(uint32_t id) {
  CALLED_POINTER("%u", id);
  return capture(id, NULL);
}

API CFTypeRef CGDisplayCreateImageForRect(uint32_t id, CGRect rect) {
  CALLED_POINTER("%u, {{%g, %g}, {%g, %g}}", id, rect.origin.x, rect.origin.y, rect.size.width, rect.size.height);
  return capture(id, &rect);
}
