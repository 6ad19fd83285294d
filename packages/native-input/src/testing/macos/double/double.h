/*
 * A stand-in for the frameworks of macOS that the backend calls, with the signatures of their public headers. It keeps
 * a small model of a desktop, writes down every call, counts references, and answers what a test tells it to.
 */
#ifndef DOUBLE_H
#define DOUBLE_H

#define _GNU_SOURCE

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define API __attribute__((visibility("default")))

typedef struct { double x, y; } CGPoint;
typedef struct { double width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
typedef const void *CFTypeRef;
typedef long CFIndex;
typedef unsigned char Boolean;

/* Growing text. */
typedef struct { char *bytes; size_t length, capacity; } text;
void text_clear(text *into);
void text_add(text *into, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* record.c: every function of the frameworks begins with one of these. */
bool called(long long *answer, const char *function, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
void forget_calls(void);
void lock(void);
void unlock(void);

#define CALLED(type, ...)                                                      \
  do {                                                                         \
    long long answer;                                                          \
    if (called(&answer, __func__, __VA_ARGS__)) return (type)answer;           \
  } while (0)
#define CALLED_POINTER(...)                                                    \
  do {                                                                         \
    long long answer;                                                          \
    if (called(&answer, __func__, __VA_ARGS__)) return (void *)(intptr_t)answer; \
  } while (0)
#define CALLED_VOID(...)                                                       \
  do {                                                                         \
    long long answer;                                                          \
    if (called(&answer, __func__, __VA_ARGS__)) return;                        \
  } while (0)

/* objects.c: everything with a count of references begins with an object. */
typedef enum {
  KIND_STRING = 1, KIND_BOOLEAN, KIND_NUMBER, KIND_DATA, KIND_DICTIONARY, KIND_ARRAY,
  KIND_MODE, KIND_IMAGE, KIND_COLOR_SPACE, KIND_CONTEXT, KIND_EVENT_SOURCE, KIND_EVENT, KIND_INPUT_SOURCE,
  KIND_CLASS, KIND_INSTANCE
} kind;
typedef struct object {
  uint32_t magic;
  kind is;
  int id;
  int references;
  bool lasts; /* a constant of a framework */
  void (*destroy)(struct object *);
} object;
void *create(kind is, size_t size, void (*destroy)(object *));
void *retain(const void *any);
void release(const void *any, const char *function);
/* The object, when it is alive and of that kind; else NULL and a fault. */
void *expect(const void *any, kind is, const char *function);
int id_of(const void *any);
const void *make_string(const char *utf8);
const void *make_number(int value);
const void *make_data(const void *bytes);
const void *make_dictionary(int count, const void *const *keys, const void *const *values);
const void *make_array(int count, const void *const *items);
extern const void *const kCFBooleanTrue;
extern const void *const kCFBooleanFalse;

/* displays.c, images.c */
typedef struct {
  uint32_t id, mirrors;
  CGRect bounds;
  size_t pixel_width, pixel_height;
  bool is_builtin;
} display;
void displays_reset(void);
void images_reset(void);
void displays_show_changes(void);
void display_remove(uint32_t id);
CGPoint clamp_to_displays(CGPoint point);

/* events.c, keyboard.c, permissions.c */
void events_reset(void);
void keyboard_reset(void);
void keyboard_show_changes(void);
void permissions_reset(void);
bool has_screen_permission(void);
bool has_input_permission(void);

#endif
