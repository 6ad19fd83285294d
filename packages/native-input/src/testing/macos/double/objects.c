#include "windows.h"

#define ALIVE 0xa11fe000u
#define DEAD 0xdeadbeefu
#define MOST_ITEMS 16

typedef struct { object base; char utf8[96]; } string;
typedef struct { object base; bool is_true; } boolean;
typedef struct { object base; int value; } number;
typedef struct { object base; const void *bytes; } data;
typedef struct { object base; int count; const void *keys[MOST_ITEMS], *values[MOST_ITEMS]; } dictionary;
typedef struct { object base; int count; const void *items[MOST_ITEMS]; } array;

static int next_id = 1;
static int alive;

void *create(kind is, size_t size, void (*destroy)(object *)) {
  object *made = calloc(1, size);
  if (!made) abort();
  lock();
  *made = (object){ALIVE, is, next_id++, 1, false, destroy};
  alive += 1;
  unlock();
  return made;
}

int id_of(const void *any) { return any ? ((const object *)any)->id : 0; }

void *expect(const void *any, kind is, const char *function) {
  const object *given = any;
  if (given && given->magic == ALIVE && given->is == is) return (void *)any;
  fault("%s was given %s", function,
        !given ? "NULL" : given->magic == DEAD ? "a released object" : "an object of another kind");
  return NULL;
}

void *retain(const void *any) {
  object *kept = (object *)any;
  lock();
  kept->references += 1;
  unlock();
  return kept;
}

/* The memory of a dead object stays, so that a use of it is seen. */
void release(const void *any, const char *function) {
  object *given = (object *)any;
  if (!given || given->magic != ALIVE) {
    fault("%s was given %s", function, given ? "a released object" : "NULL");
    return;
  }
  if (given->lasts) return;
  lock();
  bool is_last = --given->references == 0;
  if (is_last) {
    given->magic = DEAD;
    alive -= 1;
  }
  unlock();
  if (is_last && given->destroy) given->destroy(given);
}

API int double_alive(void) {
  lock();
  int count = alive;
  unlock();
  return count;
}

/* CFBase.h */
API void CFRelease(CFTypeRef cf) {
  CALLED_VOID("#%d", id_of(cf));
  release(cf, "CFRelease");
}

#define LASTING_STRING(name, value) \
  static string name##_object = {{ALIVE, KIND_STRING, 0, 1, true, NULL}, value}; \
  API const void *const name = &name##_object

LASTING_STRING(kCFRunLoopDefaultMode, "kCFRunLoopDefaultMode");
LASTING_STRING(kCGColorSpaceSRGB, "kCGColorSpaceSRGB");
LASTING_STRING(kCGWindowLayer, "kCGWindowLayer");
LASTING_STRING(kCGWindowName, "kCGWindowName");
LASTING_STRING(kCGWindowOwnerPID, "kCGWindowOwnerPID");
LASTING_STRING(kAXTrustedCheckOptionPrompt, "AXTrustedCheckOptionPrompt");
LASTING_STRING(kTISPropertyUnicodeKeyLayoutData, "TISPropertyUnicodeKeyLayoutData");

static boolean true_object = {{ALIVE, KIND_BOOLEAN, 0, 1, true, NULL}, true};
static boolean false_object = {{ALIVE, KIND_BOOLEAN, 0, 1, true, NULL}, false};
API const void *const kCFBooleanTrue = &true_object;
API const void *const kCFBooleanFalse = &false_object;
API const struct { long version; void *retain, *release, *describe, *equal, *hash; } kCFTypeDictionaryKeyCallBacks = {0};
API const struct { long version; void *retain, *release, *describe, *equal; } kCFTypeDictionaryValueCallBacks = {0};

/* CFRunLoop.h. What happened since is told to the process only here, as on macOS, and behind something else. */
API int32_t CFRunLoopRunInMode(CFTypeRef mode, double seconds, Boolean returnAfterSourceHandled) {
  CALLED(int32_t, "%s, %g, %d", expect(mode, KIND_STRING, __func__) ? "default" : "?", seconds,
         returnAfterSourceHandled);
  static bool has_more;
  has_more = !has_more;
  if (has_more && returnAfterSourceHandled) return 4; /* kCFRunLoopRunHandledSource */
  displays_show_changes();
  keyboard_show_changes();
  return 1; /* kCFRunLoopRunFinished */
}

const void *make_string(const char *utf8) {
  string *made = create(KIND_STRING, sizeof *made, NULL);
  snprintf(made->utf8, sizeof made->utf8, "%s", utf8);
  return made;
}

const char *text_of(const void *any, const char *function) {
  string *given = expect(any, KIND_STRING, function);
  return given ? given->utf8 : "";
}

const void *make_number(int value) {
  number *made = create(KIND_NUMBER, sizeof *made, NULL);
  made->value = value;
  return made;
}

const void *make_data(const void *bytes) {
  data *made = create(KIND_DATA, sizeof *made, NULL);
  made->bytes = bytes;
  return made;
}

static void destroy_dictionary(object *dead) {
  dictionary *given = (dictionary *)dead;
  for (int index = 0; index < given->count; index += 1) {
    release(given->keys[index], "a dictionary");
    release(given->values[index], "a dictionary");
  }
}

const void *make_dictionary(int count, const void *const *keys, const void *const *values) {
  if (count > MOST_ITEMS) abort();
  dictionary *made = create(KIND_DICTIONARY, sizeof *made, destroy_dictionary);
  made->count = count;
  for (int index = 0; index < count; index += 1) {
    made->keys[index] = retain(keys[index]);
    made->values[index] = retain(values[index]);
  }
  return made;
}

static void destroy_array(object *dead) {
  array *given = (array *)dead;
  for (int index = 0; index < given->count; index += 1) release(given->items[index], "an array");
}

const void *make_array(int count, const void *const *items) {
  if (count > MOST_ITEMS) abort();
  array *made = create(KIND_ARRAY, sizeof *made, destroy_array);
  made->count = count;
  for (int index = 0; index < count; index += 1) made->items[index] = retain(items[index]);
  return made;
}

/* CFString.h; only UTF-8 (0x08000100). */
API CFTypeRef CFStringCreateWithCString(CFTypeRef allocator, const char *cStr, uint32_t encoding) {
  CALLED_POINTER("%d, \"%s\", %#x", id_of(allocator), cStr, encoding);
  if (encoding != 0x08000100) fault("CFStringCreateWithCString was given the encoding %#x", encoding);
  return make_string(cStr);
}

API CFIndex CFStringGetLength(CFTypeRef theString) {
  CALLED(CFIndex, "#%d", id_of(theString));
  string *given = expect(theString, KIND_STRING, __func__);
  return given ? (CFIndex)strlen(given->utf8) : 0;
}

/* CFNumber.h */
API Boolean CFBooleanGetValue(CFTypeRef value) {
  CALLED(Boolean, "#%d", id_of(value));
  boolean *given = expect(value, KIND_BOOLEAN, __func__);
  return given && given->is_true;
}

API Boolean CFNumberGetValue(CFTypeRef theNumber, CFIndex theType, void *valuePtr) {
  CALLED(Boolean, "#%d, %ld", id_of(theNumber), theType);
  number *given = expect(theNumber, KIND_NUMBER, __func__);
  if (!given || theType != 3) return false; /* kCFNumberSInt32Type */
  memcpy(valuePtr, &given->value, sizeof given->value);
  return true;
}

/* CFData.h */
API const uint8_t *CFDataGetBytePtr(CFTypeRef theData) {
  CALLED_POINTER("#%d", id_of(theData));
  data *given = expect(theData, KIND_DATA, __func__);
  return given ? given->bytes : NULL;
}

/* CFDictionary.h */
API CFTypeRef CFDictionaryCreate(CFTypeRef allocator, const void **keys, const void **values, CFIndex numValues,
                                 const void *keyCallBacks, const void *valueCallBacks) {
  CALLED_POINTER("%d, %ld", id_of(allocator), numValues);
  if (keyCallBacks != &kCFTypeDictionaryKeyCallBacks || valueCallBacks != &kCFTypeDictionaryValueCallBacks) {
    fault("CFDictionaryCreate was given other callbacks than those of CFTypes");
  }
  return make_dictionary((int)numValues, keys, values);
}

static bool is_equal(const void *one, const void *other) {
  if (one == other) return true;
  const string *left = one, *right = other;
  return left->base.is == KIND_STRING && right->base.is == KIND_STRING && !strcmp(left->utf8, right->utf8);
}

API const void *CFDictionaryGetValue(CFTypeRef theDict, const void *key) {
  CALLED_POINTER("#%d, #%d", id_of(theDict), id_of(key));
  dictionary *given = expect(theDict, KIND_DICTIONARY, __func__);
  if (!given || !expect(key, KIND_STRING, __func__)) return NULL;
  for (int index = 0; index < given->count; index += 1) {
    if (is_equal(given->keys[index], key)) return given->values[index];
  }
  return NULL;
}

/* CFArray.h */
API CFIndex CFArrayGetCount(CFTypeRef theArray) {
  CALLED(CFIndex, "#%d", id_of(theArray));
  array *given = expect(theArray, KIND_ARRAY, __func__);
  return given ? given->count : 0;
}

API const void *CFArrayGetValueAtIndex(CFTypeRef theArray, CFIndex idx) {
  CALLED_POINTER("#%d, %ld", id_of(theArray), idx);
  array *given = expect(theArray, KIND_ARRAY, __func__);
  return given && idx >= 0 && idx < given->count ? given->items[idx] : NULL;
}
