#include "windows.h"
#include <time.h>

#define MOST_KEYS 128
#define MOST_BUTTONS 32
#define MOST_UNITS MOST_TEXT /* macOS keeps no more of an event's text */

typedef struct { object base; int32_t state; double suppression; } event_source;
typedef struct {
  object base;
  uint32_t type, button, unit;
  CGPoint at;
  uint64_t flags;
  int64_t click_state, delta_x, delta_y;
  uint16_t key;
  int32_t vertical, horizontal;
  unsigned long units;
  uint16_t text[MOST_UNITS];
} event;

/* Keys and buttons that are down, and flags. */
typedef struct { bool keys[MOST_KEYS], buttons[MOST_BUTTONS]; uint64_t flags; } input_state;

static CGPoint pointer;
static bool keys[MOST_KEYS], buttons[MOST_BUTTONS];
static uint64_t flags;
/* macOS shows what is posted only some time later: the state before the last change, and when that was. */
static input_state before;
static double changed_at_ms;
static int lag_ms;
/* What the programs on the desktop got, one event a line. */
static text received;

void events_reset(void) {
  lock();
  pointer = (CGPoint){0, 0};
  memset(keys, 0, sizeof keys);
  memset(buttons, 0, sizeof buttons);
  flags = 0;
  lag_ms = 0;
  text_clear(&received);
  unlock();
}

static void deliver_to_window(const event *sent) {
  window_event going = {.type = sent->type, .button = sent->button, .unit = sent->unit, .at = sent->at,
                        .flags = sent->flags, .click_state = sent->click_state, .key = sent->key,
                        .character = keyboard_character(sent->key, (sent->flags & 0x20000) != 0),
                        .vertical = sent->vertical, .horizontal = sent->horizontal, .units = (int)sent->units};
  memcpy(going.text, sent->text, sizeof going.text);
  windows_move_pointer(pointer);
  windows_deliver(&going);
}

static void deliver(const event *sent) {
  deliver_to_window(sent);
  text_add(&received, "{\"type\":%u,\"x\":%.17g,\"y\":%.17g,\"button\":%u,\"clickState\":%ld", sent->type, sent->at.x,
           sent->at.y, sent->button, (long)sent->click_state);
  text_add(&received, ",\"deltaX\":%ld,\"deltaY\":%ld,\"flags\":%lu,\"key\":%u", (long)sent->delta_x,
           (long)sent->delta_y, (unsigned long)sent->flags, sent->key);
  text_add(&received, ",\"unit\":%u,\"vertical\":%d,\"horizontal\":%d,\"text\":[", sent->unit, sent->vertical,
           sent->horizontal);
  for (unsigned long index = 0; index < sent->units; index += 1) {
    text_add(&received, "%s%u", index ? "," : "", sent->text[index]);
  }
  text_add(&received, "]}\n");
}

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void keep_state(void) {
  if (lag_ms == 0 || now_ms() - changed_at_ms < lag_ms) return;
  memcpy(before.keys, keys, sizeof keys);
  memcpy(before.buttons, buttons, sizeof buttons);
  before.flags = flags;
  changed_at_ms = now_ms();
}

static bool is_lagging(void) { return lag_ms > 0 && now_ms() - changed_at_ms < lag_ms; }

/* From now on keys, buttons and flags show what was posted this much later. */
API void double_set_lag(int lag) { lag_ms = lag; }

static void apply(const event *sent) {
  switch (sent->type) {
    case LEFT_DOWN: case RIGHT_DOWN: case OTHER_DOWN: buttons[sent->button % MOST_BUTTONS] = true; break;
    case LEFT_UP: case RIGHT_UP: case OTHER_UP: buttons[sent->button % MOST_BUTTONS] = false; break;
    case KEY_DOWN: keys[sent->key % MOST_KEYS] = true; break;
    case KEY_UP: keys[sent->key % MOST_KEYS] = false; break;
    default: break;
  }
}

static uint64_t modifier_flag(uint16_t key) {
  switch (key) {
    case 0x38: case 0x3c: return 0x20000;
    case 0x3b: case 0x3e: return 0x40000;
    case 0x3a: case 0x3d: return 0x80000;
    case 0x36: case 0x37: return 0x100000;
    case 0x3f: return 0x800000;
    default: return 0;
  }
}

/* The state of the hardware: keys that are down, and CapsLock. */
static void press_key(uint16_t key, bool is_down) {
  keys[key % MOST_KEYS] = is_down;
  uint64_t held = flags & 0x10000;
  for (uint16_t code = 0; code < MOST_KEYS; code += 1) held |= keys[code] ? modifier_flag(code) : 0;
  flags = held;
}

/* CGEventSource.h */
API CFTypeRef CGEventSourceCreate(int32_t stateID) {
  CALLED_POINTER("%d", stateID);
  if (stateID != 1) fault("CGEventSourceCreate was given the state %d", stateID); /* kCGEventSourceStateHIDSystemState */
  event_source *made = create(KIND_EVENT_SOURCE, sizeof *made, NULL);
  made->state = stateID;
  made->suppression = 0.25;
  return made;
}

API void CGEventSourceSetLocalEventsSuppressionInterval(CFTypeRef source, double seconds) {
  CALLED_VOID("#%d, %g", id_of(source), seconds);
  event_source *given = expect(source, KIND_EVENT_SOURCE, __func__);
  if (given) given->suppression = seconds;
}

API bool CGEventSourceKeyState(int32_t stateID, uint16_t key) {
  CALLED(bool, "%d, %u", stateID, key);
  return key < MOST_KEYS && (is_lagging() ? before.keys : keys)[key];
}

API bool CGEventSourceButtonState(int32_t stateID, uint32_t button) {
  CALLED(bool, "%d, %u", stateID, button);
  return button < MOST_BUTTONS && (is_lagging() ? before.buttons : buttons)[button];
}

API uint64_t CGEventSourceFlagsState(int32_t stateID) {
  CALLED(uint64_t, "%d", stateID);
  return is_lagging() ? before.flags : flags;
}

/* CGEvent.h */
static event *make_event(CFTypeRef source, uint32_t type) {
  event *made = create(KIND_EVENT, sizeof *made, NULL);
  made->type = type;
  made->at = pointer;
  /* Until it is given flags, an event has those that happen to be down. */
  made->flags = flags;
  if (source) expect(source, KIND_EVENT_SOURCE, "the creation of an event");
  return made;
}

API CFTypeRef CGEventCreate(CFTypeRef source) {
  CALLED_POINTER("#%d", id_of(source));
  return make_event(source, 0);
}

API CFTypeRef CGEventCreateMouseEvent(CFTypeRef source, uint32_t mouseType, CGPoint at, uint32_t mouseButton) {
  CALLED_POINTER("#%d, %u, {%g, %g}, %u", id_of(source), mouseType, at.x, at.y, mouseButton);
  event *made = make_event(source, mouseType);
  made->at = at;
  made->button = mouseButton;
  return made;
}

API CFTypeRef CGEventCreateKeyboardEvent(CFTypeRef source, uint16_t virtualKey, bool keyDown) {
  CALLED_POINTER("#%d, %u, %d", id_of(source), virtualKey, keyDown);
  event *made = make_event(source, modifier_flag(virtualKey) ? FLAGS_CHANGED : keyDown ? KEY_DOWN : KEY_UP);
  made->key = virtualKey;
  return made;
}

API CFTypeRef CGEventCreateScrollWheelEvent2(CFTypeRef source, uint32_t units, uint32_t wheelCount, int32_t wheel1,
                                             int32_t wheel2, int32_t wheel3) {
  CALLED_POINTER("#%d, %u, %u, %d, %d, %d", id_of(source), units, wheelCount, wheel1, wheel2, wheel3);
  event *made = make_event(source, SCROLL);
  made->unit = units;
  made->vertical = wheel1;
  made->horizontal = wheelCount > 1 ? wheel2 : 0;
  return made;
}

API CGPoint CGEventGetLocation(CFTypeRef given) {
  long long ignored;
  called(&ignored, __func__, "#%d", id_of(given));
  event *known = expect(given, KIND_EVENT, __func__);
  return known ? known->at : (CGPoint){0, 0};
}

API void CGEventSetLocation(CFTypeRef given, CGPoint location) {
  CALLED_VOID("#%d, {%g, %g}", id_of(given), location.x, location.y);
  event *known = expect(given, KIND_EVENT, __func__);
  if (known) known->at = location;
}

API void CGEventSetFlags(CFTypeRef given, uint64_t set) {
  CALLED_VOID("#%d, %#lx", id_of(given), (unsigned long)set);
  event *known = expect(given, KIND_EVENT, __func__);
  if (known) known->flags = set;
}

API void CGEventSetIntegerValueField(CFTypeRef given, uint32_t field, int64_t value) {
  CALLED_VOID("#%d, %u, %ld", id_of(given), field, (long)value);
  event *known = expect(given, KIND_EVENT, __func__);
  if (!known) return;
  switch (field) { /* CGEventTypes.h, CGEventField */
    case 1: known->click_state = value; break;
    case 4: known->delta_x = value; break;
    case 5: known->delta_y = value; break;
    default: fault("CGEventSetIntegerValueField was given the field %u", field);
  }
}

API void CGEventKeyboardSetUnicodeString(CFTypeRef given, unsigned long stringLength, const uint16_t *unicodeString) {
  CALLED_VOID("#%d, %lu", id_of(given), stringLength);
  event *known = expect(given, KIND_EVENT, __func__);
  if (!known) return;
  known->units = stringLength < MOST_UNITS ? stringLength : MOST_UNITS;
  memcpy(known->text, unicodeString, known->units * sizeof known->text[0]);
}

static bool is_motion(uint32_t type) {
  return type == MOVED || type == LEFT_DRAGGED || type == RIGHT_DRAGGED || type == OTHER_DRAGGED;
}

/* Without the permission macOS drops the event and says nothing. */
API void CGEventPost(uint32_t tap, CFTypeRef given) {
  CALLED_VOID("%u, #%d", tap, id_of(given));
  event *known = expect(given, KIND_EVENT, __func__);
  if (!known || !has_input_permission()) return;
  if (tap != 0) fault("CGEventPost was given the tap %u", tap); /* kCGHIDEventTap */
  event sent = *known;
  if (is_motion(sent.type)) sent.at = clamp_to_displays(sent.at);
  lock();
  bool is_mouse = sent.type != 0 && sent.type != KEY_DOWN && sent.type != KEY_UP && sent.type != FLAGS_CHANGED;
  if (is_mouse && sent.type != SCROLL) pointer = sent.at;
  if (!is_motion(sent.type) && sent.type != SCROLL) keep_state();
  if (sent.type == FLAGS_CHANGED) press_key(sent.key, (sent.flags & modifier_flag(sent.key)) != 0);
  else apply(&sent);
  deliver(&sent);
  unlock();
}

/* A person at the keyboard and the mouse. */
API void double_person_key(uint16_t key, bool is_down) {
  lock();
  press_key(key, is_down);
  event sent = {.type = modifier_flag(key) ? FLAGS_CHANGED : is_down ? KEY_DOWN : KEY_UP,
                .at = pointer, .key = key, .flags = flags | 0x100};
  deliver(&sent);
  unlock();
}

API void double_person_button(uint32_t button, bool is_down) {
  lock();
  buttons[button % MOST_BUTTONS] = is_down;
  uint32_t down = button == 0 ? LEFT_DOWN : button == 1 ? RIGHT_DOWN : OTHER_DOWN;
  event sent = {.type = is_down ? down : down + 1, .at = pointer, .button = button, .click_state = 1,
                .flags = flags | 0x100};
  deliver(&sent);
  unlock();
}

API void double_person_moves(CGPoint to) {
  lock();
  pointer = to;
  windows_move_pointer(to);
  unlock();
}

API bool double_toggle_caps_lock(void) {
  lock();
  flags ^= 0x10000;
  bool is_on = (flags & 0x10000) != 0;
  unlock();
  return is_on;
}

API CGPoint double_pointer(void) { return pointer; }

API int double_down(void) {
  lock();
  int count = 0;
  for (int key = 0; key < MOST_KEYS; key += 1) count += keys[key];
  for (int button = 0; button < MOST_BUTTONS; button += 1) count += buttons[button];
  unlock();
  return count;
}

API const char *double_received(void) { return received.bytes ? received.bytes : ""; }
