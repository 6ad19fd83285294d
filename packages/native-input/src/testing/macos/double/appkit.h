/* The classes of AppKit and Foundation that the test window uses. */
#ifndef APPKIT_H
#define APPKIT_H

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

extern class NSObject, NSString, NSDate, NSColor, NSApplication, NSEvent, NSView, NSBox, NSTextView, NSTrackingArea,
    NSWindow, NSPanel, CATransaction;

/* appkit-views.c */
extern const method color_class_methods[], view_methods[], box_methods[], text_methods[], tracking_methods[];
void destroy_view(object *dead);
/* Gives a text view what a key types. */
void insert_typed(view *into, const window_event *pressed);
void put_utf8(char *into, size_t *length, uint32_t point);

/* appkit-window.c */
extern const method window_methods[], window_class_methods[];
void destroy_window(object *dead);
/* The one that there is. */
window *own_window(void);
CGPoint flip(CGPoint point);

/* appkit.c */
bool is_application_there(void);

#endif
