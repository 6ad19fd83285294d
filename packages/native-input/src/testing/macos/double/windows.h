/* The window server, which processes on one desktop share, and the runtime of Objective-C with its classes. */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "double.h"

#define MOST_PATCHES 16
#define MOST_TEXT 20

enum { LEFT_DOWN = 1, LEFT_UP, RIGHT_DOWN, RIGHT_UP, MOVED, LEFT_DRAGGED, RIGHT_DRAGGED, KEY_DOWN = 10, KEY_UP,
       FLAGS_CHANGED, SCROLL = 22, OTHER_DOWN = 25, OTHER_UP, OTHER_DRAGGED };

/* An event on its way to a window; `character` is what the key gives without its modifiers but Shift. */
typedef struct {
  int window;
  uint32_t type, button, unit;
  CGPoint at;
  uint64_t flags;
  int64_t click_state;
  uint16_t key, character;
  int32_t vertical, horizontal;
  int units;
  uint16_t text[MOST_TEXT];
} window_event;

/* In points from the top left corner of the main display. */
typedef struct { CGRect area; uint8_t rgb[3]; } patch;
typedef struct {
  int number;
  pid_t owner;
  long level;
  CGRect frame;
  bool hears_motion; /* wherever the keyboard is */
  int patch_count;
  patch patches[MOST_PATCHES];
} server_window;

void windows_reset(void);
void windows_deliver(const window_event *sent);
void windows_move_pointer(CGPoint to);
CGPoint windows_pointer(void);
/* What a window shows there; false where there is none. */
bool windows_pixel(CGPoint point, uint8_t *rgb);
bool windows_are_there(void);
int windows_number_at(CGPoint point);
int windows_add(const server_window *added);
void windows_update(const server_window *changed);
void windows_remove(int number);
void windows_take_keyboard(int number);
int windows_keyboard_owner(void);
/* The next event for a window of this process. */
bool windows_next(window_event *into);

/* displays.c, keyboard.c */
bool display_point(uint32_t id, size_t x, size_t y, CGPoint *into);
double main_display_height(void);
uint16_t keyboard_character(uint16_t key, bool shifted);

/* objc.c. Types are letters, of the result first: v void, @ object, class, selector or pointer, * C string, B BOOL,
   q NSInteger, Q NSUInteger, S unsigned short, d CGFloat, P NSPoint, R NSRect. */
typedef struct { const char *selector, *types; void *function; } method;
typedef struct class {
  object base;
  const char *name;
  struct class *super;
  const method *methods, *class_methods;
  size_t size;
  void (*destroy)(object *);
} class;
typedef struct { object base; class *isa; bool is_ready; } instance;

#define CLASS_OBJECT(super_class, type, destroy) \
  {{0xa11fe000u, KIND_CLASS, 0, 1, true, NULL}, NULL, super_class, NULL, NULL, sizeof(type), destroy}

/* The object when it is alive, initialised and of that class or one below; else NULL and a fault. */
void *expect_instance(const void *any, const class *of, const char *selector);
void *new_instance(class *of);
/* Until the pool in use ends. */
void *autoreleased(void *any);
class *class_named(const char *name);
bool has_method(const object *receiver, const char *selector);
/* objects.c */
const char *text_of(const void *string, const char *function);

#endif
