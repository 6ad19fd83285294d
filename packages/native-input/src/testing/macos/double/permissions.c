#include "double.h"

static bool screen, input, is_locked, is_away, has_no_session;
static int prompts;

void permissions_reset(void) {
  screen = input = true;
  is_locked = is_away = has_no_session = false;
  prompts = 0;
}

bool has_screen_permission(void) { return screen; }
bool has_input_permission(void) { return input; }

API void double_set_permissions(bool sees_screen, bool acts_on_input) {
  screen = sees_screen;
  input = acts_on_input;
}

/* How often macOS would have asked the person. */
API int double_prompts(void) { return prompts; }

API void double_set_session(bool exists, bool is_shown, bool locked) {
  has_no_session = !exists;
  is_away = !is_shown;
  is_locked = locked;
}

/* CGWindow.h */
API bool CGPreflightScreenCaptureAccess(void) {
  CALLED(bool, "%s", "");
  return screen;
}

API bool CGRequestScreenCaptureAccess(void) {
  CALLED(bool, "%s", "");
  if (!screen) prompts += 1;
  return screen;
}

/* CGEvent.h */
API bool CGPreflightPostEventAccess(void) {
  CALLED(bool, "%s", "");
  return input;
}

/* HIServices/AXUIElement.h */
extern const void *const kAXTrustedCheckOptionPrompt;

API Boolean AXIsProcessTrusted(void) {
  CALLED(Boolean, "%s", "");
  return input;
}

API const void *CFDictionaryGetValue(CFTypeRef theDict, const void *key);

API Boolean AXIsProcessTrustedWithOptions(CFTypeRef options) {
  CALLED(Boolean, "#%d", id_of(options));
  bool asks = options && CFDictionaryGetValue(options, kAXTrustedCheckOptionPrompt) == kCFBooleanTrue;
  if (asks && !input) prompts += 1;
  return input;
}

extern const void *const kCGWindowOwnerPID, *const kCGWindowLayer, *const kCGWindowName;

/* CGWindow.h: one window of another program, whose title macOS withholds without the permission. */
API CFTypeRef CGWindowListCopyWindowInfo(uint32_t option, uint32_t relativeToWindow) {
  CALLED_POINTER("%u, %u", option, relativeToWindow);
  if (option != 1 || relativeToWindow) { /* kCGWindowListOptionOnScreenOnly, kCGNullWindowID */
    fault("CGWindowListCopyWindowInfo was asked for other windows than those on the screen");
  }
  const void *keys[] = {kCGWindowOwnerPID, kCGWindowLayer, kCGWindowName};
  const void *values[] = {make_number(1), make_number(0), make_string("Letter")};
  const void *window = make_dictionary(screen ? 3 : 2, keys, values);
  for (int index = 0; index < 3; index += 1) release(values[index], __func__);
  const void *windows = make_array(1, &window);
  release(window, __func__);
  return windows;
}

/* CGSession.h */
API CFTypeRef CGSessionCopyCurrentDictionary(void) {
  CALLED_POINTER("%s", "");
  if (has_no_session) return NULL;
  const void *keys[] = {make_string("kCGSSessionOnConsoleKey"), make_string("CGSSessionScreenIsLocked")};
  const void *values[] = {is_away ? kCFBooleanFalse : kCFBooleanTrue, kCFBooleanTrue};
  const void *facts = make_dictionary(is_locked ? 2 : 1, keys, values);
  for (int index = 0; index < 2; index += 1) release(keys[index], __func__);
  return facts;
}

/* In no public header; libproc.h */
API int responsibility_get_pid_responsible_for_pid(int pid) {
  CALLED(int, "%d", pid);
  return 1;
}

API int proc_pidpath(int pid, void *buffer, uint32_t buffersize) {
  CALLED(int, "%d, %u", pid, buffersize);
  const char *path = "/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal";
  if (strlen(path) > buffersize) return 0;
  memcpy(buffer, path, strlen(path));
  return (int)strlen(path);
}
