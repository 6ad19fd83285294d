#include "double.h"
#include <stdarg.h>
#include <time.h>

#define MOST_NAMES 512
#define MOST_PLANS 64

typedef struct { char function[96]; int from, to, delay_ms; bool has_answer; long long answer; uint32_t unplugs; } plan;
typedef struct { char function[96]; int count; } counter;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static text calls, faults;
static plan plans[MOST_PLANS];
static int plan_count;
static counter counters[MOST_NAMES];
static int counter_count;

void lock(void) { pthread_mutex_lock(&mutex); }
void unlock(void) { pthread_mutex_unlock(&mutex); }

void text_clear(text *into) {
  into->length = 0;
  if (into->bytes) into->bytes[0] = 0;
}

static void text_add_list(text *into, const char *format, va_list list) {
  char part[1024];
  int length = vsnprintf(part, sizeof part, format, list);
  if (length < 0 || (size_t)length >= sizeof part) abort();
  if (into->length + (size_t)length + 1 > into->capacity) {
    into->capacity = (into->length + (size_t)length + 1) * 2;
    into->bytes = realloc(into->bytes, into->capacity);
    if (!into->bytes) abort();
  }
  memcpy(into->bytes + into->length, part, (size_t)length + 1);
  into->length += (size_t)length;
}

void text_add(text *into, const char *format, ...) {
  va_list list;
  va_start(list, format);
  text_add_list(into, format, list);
  va_end(list);
}

void fault(const char *format, ...) {
  va_list list;
  va_start(list, format);
  lock();
  text_add_list(&faults, format, list);
  text_add(&faults, "\n");
  unlock();
  va_end(list);
}

static int count_call(const char *function) {
  for (int index = 0; index < counter_count; index += 1) {
    if (!strcmp(counters[index].function, function)) return ++counters[index].count;
  }
  if (counter_count == MOST_NAMES) abort();
  snprintf(counters[counter_count].function, sizeof counters[0].function, "%s", function);
  counters[counter_count].count = 1;
  counter_count += 1;
  return 1;
}

/* Writes a call down and does what a test planned for it. True: the function answers `answer` and does nothing. */
bool called(long long *answer, const char *function, const char *format, ...) {
  va_list list;
  va_start(list, format);
  lock();
  text_add(&calls, "%s(", function);
  text_add_list(&calls, format, list);
  text_add(&calls, ")\n");
  va_end(list);
  int count = count_call(function);
  int delay_ms = 0;
  uint32_t unplugs = 0;
  bool is_answered = false;
  for (int index = 0; index < plan_count; index += 1) {
    plan *now = &plans[index];
    if (strcmp(now->function, function) || count < now->from || count > now->to) continue;
    delay_ms += now->delay_ms;
    if (now->unplugs) unplugs = now->unplugs;
    if (now->has_answer) *answer = now->answer;
    is_answered = is_answered || now->has_answer;
  }
  unlock();
  if (delay_ms > 0) usleep((useconds_t)delay_ms * 1000);
  if (unplugs) display_remove(unplugs);
  return is_answered;
}

void forget_calls(void) {
  lock();
  text_clear(&calls);
  text_clear(&faults);
  plan_count = 0;
  counter_count = 0;
  unlock();
}

/* From the `from`th to the `to`th call of a function, counted from the last double_reset. */
static plan *add_plan(const char *function, int from, int to) {
  if (plan_count == MOST_PLANS) abort();
  plan *added = &plans[plan_count++];
  memset(added, 0, sizeof *added);
  snprintf(added->function, sizeof added->function, "%s", function);
  added->from = from;
  added->to = to;
  return added;
}

API void double_answer(const char *function, int from, int to, long long answer) {
  lock();
  plan *added = add_plan(function, from, to);
  added->has_answer = true;
  added->answer = answer;
  unlock();
}

API void double_delay(const char *function, int from, int to, int delay_ms) {
  lock();
  add_plan(function, from, to)->delay_ms = delay_ms;
  unlock();
}

API void double_unplug_at(const char *function, int nth, uint32_t display_id) {
  lock();
  add_plan(function, nth, nth)->unplugs = display_id;
  unlock();
}

API int double_count(const char *function) {
  lock();
  int count = 0;
  for (int index = 0; index < counter_count; index += 1) {
    if (!strcmp(counters[index].function, function)) count = counters[index].count;
  }
  unlock();
  return count;
}

API const char *double_calls(void) { return calls.bytes ? calls.bytes : ""; }
API const char *double_faults(void) { return faults.bytes ? faults.bytes : ""; }
