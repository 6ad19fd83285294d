#include "windows.h"

/* A Mac as it is when a test begins: no display, every permission, nothing down, nothing written down. */
API void double_reset(void) {
  forget_calls();
  displays_reset();
  images_reset();
  windows_reset();
  events_reset();
  keyboard_reset();
  permissions_reset();
}

/* The process begins, which knows how everything is at that moment. */
API void double_begin(void) {
  displays_show_changes();
  keyboard_show_changes();
}
