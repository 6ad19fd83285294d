#include "windows.h"
#include <fcntl.h>
#include <sys/mman.h>

#define MOST_WINDOWS 8
#define MOST_EVENTS 4096

/* In memory that the process of a window can share. Windows are in their order from the front. */
typedef struct {
  pthread_mutex_t mutex;
  int next_number, window_count, event_count, keyboard, pressed;
  CGPoint pointer;
  server_window windows[MOST_WINDOWS];
  window_event events[MOST_EVENTS];
} server;

static server own;
static server *shared = &own;

/* How this desktop fails its programs. */
static bool swallows_keys;
static CGPoint click_shift;

static void enter(void) { pthread_mutex_lock(&shared->mutex); }
static void leave(void) { pthread_mutex_unlock(&shared->mutex); }

static void begin(server *with) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  memset(with, 0, sizeof *with);
  pthread_mutex_init(&with->mutex, &attributes);
  with->next_number = 101;
}

void windows_reset(void) {
  shared = &own;
  swallows_keys = false;
  click_shift = (CGPoint){0, 0};
  begin(shared);
}

/* The desktop of another process; the first one makes it. */
API void double_share(const char *path, bool is_first) {
  int file = open(path, O_RDWR | (is_first ? O_CREAT : 0), 0600);
  if (file < 0 || (is_first && ftruncate(file, sizeof(server)) != 0)) abort();
  server *found = mmap(NULL, sizeof(server), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (found == MAP_FAILED) abort();
  if (is_first) begin(found);
  shared = found;
}

API void double_swallow_keys(bool swallows) { swallows_keys = swallows; }
API void double_shift_clicks(CGPoint by) { click_shift = by; }

static bool covers(CGRect area, CGPoint point) {
  return point.x >= area.origin.x && point.y >= area.origin.y && point.x < area.origin.x + area.size.width &&
         point.y < area.origin.y + area.size.height;
}

static server_window *find(int number) {
  for (int index = 0; index < shared->window_count; index += 1) {
    if (shared->windows[index].number == number) return &shared->windows[index];
  }
  return NULL;
}

static server_window *at(CGPoint point) {
  for (int index = 0; index < shared->window_count; index += 1) {
    if (covers(shared->windows[index].frame, point)) return &shared->windows[index];
  }
  return NULL;
}

bool windows_are_there(void) { return shared->window_count > 0; }

int windows_number_at(CGPoint point) {
  enter();
  server_window *found = at(point);
  int number = found ? found->number : 0;
  leave();
  return number;
}

bool windows_pixel(CGPoint point, uint8_t *rgb) {
  enter();
  server_window *found = at(point);
  if (found) {
    memset(rgb, 236, 3);
    for (int index = 0; index < found->patch_count; index += 1) {
      if (covers(found->patches[index].area, point)) memcpy(rgb, found->patches[index].rgb, 3);
    }
  }
  leave();
  return found != NULL;
}

static int add(const server_window *added) {
  if (shared->window_count == MOST_WINDOWS) abort();
  int place = 0;
  while (place < shared->window_count && shared->windows[place].level > added->level) place += 1;
  memmove(&shared->windows[place + 1], &shared->windows[place],
          (size_t)(shared->window_count - place) * sizeof *added);
  shared->windows[place] = *added;
  shared->windows[place].number = shared->next_number++;
  shared->window_count += 1;
  return shared->windows[place].number;
}

int windows_add(const server_window *added) {
  enter();
  int number = add(added);
  leave();
  return number;
}

void windows_update(const server_window *changed) {
  enter();
  server_window *found = find(changed->number);
  if (found) *found = *changed;
  leave();
}

void windows_remove(int number) {
  enter();
  server_window *found = find(number);
  if (found) {
    size_t after = (size_t)(&shared->windows[shared->window_count] - found) - 1;
    memmove(found, found + 1, after * sizeof *found);
    shared->window_count -= 1;
  }
  if (shared->keyboard == number) shared->keyboard = 0;
  leave();
}

void windows_take_keyboard(int number) {
  enter();
  shared->keyboard = number;
  leave();
}

int windows_keyboard_owner(void) {
  enter();
  int number = shared->keyboard;
  leave();
  return number;
}

void windows_move_pointer(CGPoint to) {
  enter();
  shared->pointer = to;
  leave();
}

CGPoint windows_pointer(void) {
  enter();
  CGPoint at = shared->pointer;
  leave();
  return at;
}

static bool is_down(uint32_t type) { return type == LEFT_DOWN || type == RIGHT_DOWN || type == OTHER_DOWN; }
static bool is_up(uint32_t type) { return type == LEFT_UP || type == RIGHT_UP || type == OTHER_UP; }

/* A press goes to the window that is hit; what follows goes there, too, until the button is up. */
static int route(const window_event *sent) {
  server_window *hit = at(sent->at);
  switch (sent->type) {
    case KEY_DOWN: case KEY_UP: case FLAGS_CHANGED: return swallows_keys ? 0 : shared->keyboard;
    case MOVED: return hit && (hit->hears_motion || hit->number == shared->keyboard) ? hit->number : 0;
    case SCROLL: return hit ? hit->number : 0;
    default: break;
  }
  if (is_down(sent->type)) shared->pressed = hit ? hit->number : 0;
  int number = shared->pressed;
  if (is_up(sent->type)) shared->pressed = 0;
  return number;
}

void windows_deliver(const window_event *sent) {
  enter();
  window_event routed = *sent;
  if (is_down(sent->type) || is_up(sent->type)) {
    routed.at.x += click_shift.x;
    routed.at.y += click_shift.y;
  }
  routed.window = route(&routed);
  if (find(routed.window)) {
    if (shared->event_count == MOST_EVENTS) abort();
    shared->events[shared->event_count++] = routed;
  }
  leave();
}

bool windows_next(window_event *into) {
  bool is_found = false;
  enter();
  for (int index = 0; index < shared->event_count && !is_found; index += 1) {
    server_window *to = find(shared->events[index].window);
    if (!to || to->owner != getpid()) continue;
    is_found = true;
    *into = shared->events[index];
    shared->event_count -= 1;
    memmove(&shared->events[index], &shared->events[index + 1],
            (size_t)(shared->event_count - index) * sizeof *into);
  }
  leave();
  return is_found;
}

/* A window of another program comes to the front, above all others or below those that float. */
API int double_open_window(CGRect frame, long level, bool takes_keyboard) {
  server_window added = {.owner = 1, .level = level, .frame = frame};
  enter();
  int number = add(&added);
  if (takes_keyboard) shared->keyboard = number;
  leave();
  return number;
}

API int double_window_count(void) { return shared->window_count; }
