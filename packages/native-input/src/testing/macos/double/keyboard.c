#include "windows.h"

#define TABLE_MAGIC 0x7563687275636872ull
#define DEAD(character) (0x10000u | (character))

typedef struct { uint16_t key; uint32_t plain, shifted, option, shift_option; } row;
typedef struct { uint64_t magic; const char *name; const row *rows; size_t count; const row *with_command; size_t command_count; } table;

/* Letters of a US keyboard, in the order of their places: key, small, capital. */
#define LATIN                                                                                                     \
  {0, 'a', 'A', 0xe5, 0xc5}, {1, 's', 'S', 0xdf, 0xcd}, {2, 'd', 'D', 0x2202, 0xce}, {3, 'f', 'F', 0x192, 0xcf},  \
  {4, 'h', 'H', 0x2d9, 0xd3}, {5, 'g', 'G', 0xa9, 0x2dd}, {7, 'x', 'X', 0x2248, 0x2db}, {8, 'c', 'C', 0xe7, 0xc7}, \
  {9, 'v', 'V', 0x221a, 0x25ca}, {11, 'b', 'B', 0x222b, 0x131}, {12, 'q', 'Q', 0x153, 0x152},                     \
  {13, 'w', 'W', 0x2211, 0x201e}, {15, 'r', 'R', 0xae, 0x2030}, {17, 't', 'T', 0x2020, 0x2c7},                    \
  {31, 'o', 'O', 0xf8, 0xd8}, {35, 'p', 'P', 0x3c0, 0x220f}, {38, 'j', 'J', 0x2206, 0xd4},                        \
  {40, 'k', 'K', 0x2da, 0xf8ff}, {46, 'm', 'M', 0xb5, 0xc2}

static const row us[] = {
  LATIN,
  {6, 'z', 'Z', 0x3a9, 0xb8}, {16, 'y', 'Y', 0xa5, 0xc1}, {14, 'e', 'E', DEAD(0xb4), 0xb4},
  {32, 'u', 'U', DEAD(0xa8), 0xa8}, {34, 'i', 'I', DEAD(0x2c6), 0x2c6}, {37, 'l', 'L', 0xac, 0xd2},
  {45, 'n', 'N', DEAD(0x2dc), 0x2dc},
  {18, '1', '!', 0xa1, 0x2044}, {19, '2', '@', 0x2122, 0x20ac}, {20, '3', '#', 0xa3, 0x2039},
  {21, '4', '$', 0xa2, 0x203a}, {23, '5', '%', 0x221e, 0xfb01}, {22, '6', '^', 0xa7, 0xfb02},
  {26, '7', '&', 0xb6, 0x2021}, {28, '8', '*', 0x2022, 0xb0}, {25, '9', '(', 0xaa, 0xb7}, {29, '0', ')', 0xba, 0x201a},
  {10, 0xa7, 0xb1, 0xa7, 0xb1}, {50, '`', '~', DEAD('`'), '`'}, {27, '-', '_', 0x2013, 0x2014},
  {24, '=', '+', 0x2260, 0xb1}, {33, '[', '{', 0x201c, 0x201d}, {30, ']', '}', 0x2018, 0x2019},
  {42, '\\', '|', 0xab, 0xbb}, {41, ';', ':', 0x2026, 0xda}, {39, '\'', '"', 0xe6, 0xc6}, {43, ',', '<', 0x2264, 0xaf},
  {47, '.', '>', 0x2265, 0x2d8}, {44, '/', '?', 0xf7, 0xbf},
};

static const row german[] = {
  LATIN,
  {6, 'y', 'Y', 0xa5, 0x2021}, {16, 'z', 'Z', 0x3a9, 0x2c7}, {14, 'e', 'E', 0x20ac, 0x2030},
  {32, 'u', 'U', DEAD(0xa8), 0xdc}, {34, 'i', 'I', 0x2044, 0xdb}, {37, 'l', 'L', '@', 0xfb02},
  {45, 'n', 'N', DEAD('~'), 0x2db},
  {18, '1', '!', 0xa1, 0xac}, {19, '2', '"', 0x201c, 0x201d}, {20, '3', 0xa7, 0xb6, '#'}, {21, '4', '$', 0xa2, 0xa3},
  {23, '5', '%', '[', 0xfb01}, {22, '6', '&', ']', 0x2c6}, {26, '7', '/', '|', '\\'}, {28, '8', '(', '{', 0x2dc},
  {25, '9', ')', '}', 0xb7}, {29, '0', '=', 0x2260, 0xaf},
  {10, DEAD('^'), 0xb0, 0x201e, 0x201c}, {50, '<', '>', 0x2264, 0x2265}, {27, 0xdf, '?', 0xbf, 0x2d9},
  {24, DEAD(0xb4), DEAD('`'), '\'', 0x2da}, {33, 0xfc, 0xdc, 0x2022, 0xb0}, {30, '+', '*', 0xb1, 0xf8ff},
  {42, '#', '\'', 0x2018, 0x2019}, {41, 0xf6, 0xd6, 0x153, 0x152}, {39, 0xe4, 0xc4, 0xe6, 0xc6}, {43, ',', ';', 0x221e, 0x2db},
  {47, '.', ':', 0x2026, 0xf7}, {44, '-', '_', 0x2013, 0x2014},
};

/* Its letters; the digits and some signs as on a US keyboard. With Command it gives the letters of a US keyboard. */
static const row russian[] = {
  {0, 0x444, 0x424, 0x192, 0x192}, {1, 0x44b, 0x42b, 0x44b, 0x42b}, {2, 0x432, 0x412, 0x2c6, 0x2c6},
  {3, 0x430, 0x410, 0x430, 0x410}, {4, 0x440, 0x420, 0x440, 0x420}, {5, 0x43f, 0x41f, 0x43f, 0x41f},
  {6, 0x44f, 0x42f, 0x44f, 0x42f}, {7, 0x447, 0x427, 0x447, 0x427}, {8, 0x441, 0x421, 0x2260, 0x2260},
  {9, 0x43c, 0x41c, 0xb5, 0xb5}, {11, 0x438, 0x418, 0x438, 0x418}, {12, 0x439, 0x419, 0x439, 0x419},
  {13, 0x446, 0x426, 0x446, 0x426}, {14, 0x443, 0x423, 0x443, 0x423}, {15, 0x43a, 0x41a, 0x43a, 0x41a},
  {16, 0x43d, 0x41d, 0x43d, 0x41d}, {17, 0x435, 0x415, 0x435, 0x415}, {31, 0x449, 0x429, 0x449, 0x429},
  {32, 0x433, 0x413, 0x433, 0x413}, {34, 0x448, 0x428, 0x448, 0x428}, {35, 0x437, 0x417, 0x437, 0x417},
  {37, 0x434, 0x414, 0x434, 0x414}, {38, 0x43e, 0x41e, 0x43e, 0x41e}, {40, 0x43b, 0x41b, 0x43b, 0x41b},
  {45, 0x442, 0x422, 0x442, 0x422}, {46, 0x44c, 0x42c, 0x44c, 0x42c},
  {18, '1', '!', '!', '|'}, {19, '2', '"', '@', '"'}, {20, '3', 0x2116, '#', 0xa3}, {21, '4', '%', '$', 0x20ac},
  {23, '5', ':', '%', 0x221e}, {22, '6', ',', '^', 0xac}, {26, '7', '.', '&', 0xb6}, {28, '8', ';', '*', 0x221a},
  {25, '9', '(', '{', 0xb7}, {29, '0', ')', '}', 0x20},
  {27, '-', '_', 0x2013, 0x2014}, {24, '=', '+', 0xbb, 0xab}, {33, 0x445, 0x425, 0x445, 0x425},
  {30, 0x44a, 0x42a, 0x44a, 0x42a}, {42, 0x451, 0x401, 0x451, 0x401}, {41, 0x436, 0x416, 0x436, 0x416},
  {39, 0x44d, 0x42d, 0x44d, 0x42d}, {43, 0x431, 0x411, '<', '<'}, {47, 0x44e, 0x42e, '>', '>'},
  {44, '/', '?', '\\', '|'}, {50, ']', '[', '`', '~'},
};

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const table layouts[] = {
  {TABLE_MAGIC, "us", us, COUNT(us), NULL, 0},
  {TABLE_MAGIC, "german", german, COUNT(german), NULL, 0},
  {TABLE_MAGIC, "russian", russian, COUNT(russian), us, COUNT(us)},
  /* An old one, whose table is in another format that UCKeyTranslate does not take. */
  {TABLE_MAGIC, "without a table", NULL, 0, NULL, 0},
};

static const table *actual = layouts, *seen = layouts;

void keyboard_reset(void) { actual = seen = layouts; }
void keyboard_show_changes(void) { seen = actual; }

API void double_choose_layout(const char *name) {
  for (size_t index = 0; index < COUNT(layouts); index += 1) {
    if (!strcmp(layouts[index].name, name)) actual = &layouts[index];
  }
}

/* Carbon, HIToolbox/TextInputSources.h. macOS ends a process that asks on another thread than its main one. */
static void require_main_thread(const char *function) {
  if ((long)gettid() != (long)getpid()) fault("%s was called beside the main thread", function);
}

typedef struct { object base; const table *of; const void *data; } input_source;

static void destroy_source(object *dead) {
  const input_source *source = (const input_source *)dead;
  if (source->data) release(source->data, "an input source");
}

static const void *make_source(const table *of) {
  input_source *made = create(KIND_INPUT_SOURCE, sizeof *made, destroy_source);
  made->of = of;
  made->data = of->rows ? make_data(of) : NULL;
  return made;
}

API CFTypeRef TISCopyCurrentKeyboardLayoutInputSource(void) {
  CALLED_POINTER("%s", "");
  require_main_thread(__func__);
  return make_source(seen);
}

API CFTypeRef TISCopyCurrentASCIICapableKeyboardLayoutInputSource(void) {
  CALLED_POINTER("%s", "");
  require_main_thread(__func__);
  return make_source(layouts);
}

extern const void *const kTISPropertyUnicodeKeyLayoutData;

/* The property belongs to the source. */
API const void *TISGetInputSourceProperty(CFTypeRef inputSource, CFTypeRef propertyKey) {
  CALLED_POINTER("#%d, #%d", id_of(inputSource), id_of(propertyKey));
  require_main_thread(__func__);
  input_source *source = expect(inputSource, KIND_INPUT_SOURCE, __func__);
  return source && propertyKey == kTISPropertyUnicodeKeyLayoutData ? source->data : NULL;
}

/* Carbon, HIToolbox/Events.h */
API uint8_t LMGetKbdType(void) {
  CALLED(uint8_t, "%s", "");
  return 106;
}

/* Carbon, HIToolbox/CarbonEventsCore.h */
API Boolean IsSecureEventInputEnabled(void) {
  CALLED(Boolean, "%s", "");
  return false;
}

static uint32_t character_at(const table *of, uint16_t key, uint32_t modifiers) {
  bool has_command = (modifiers & 1) != 0 && of->with_command;
  const row *rows = has_command ? of->with_command : of->rows;
  size_t count = has_command ? of->command_count : of->count;
  for (size_t index = 0; index < count; index += 1) {
    if (rows[index].key != key) continue;
    if ((modifiers & 8) != 0) return (modifiers & 2) != 0 ? rows[index].shift_option : rows[index].option;
    return (modifiers & 2) != 0 ? rows[index].shifted : rows[index].plain;
  }
  return 0;
}

uint16_t keyboard_character(uint16_t key, bool shifted) {
  uint32_t character = character_at(actual, key, shifted ? 2 : 0);
  return (character & 0x10000) != 0 ? 0 : (uint16_t)character;
}

/* CoreServices, CarbonCore/UnicodeUtilities.h */
API int32_t UCKeyTranslate(const void *keyLayoutPtr, uint16_t virtualKeyCode, uint16_t keyAction,
                           uint32_t modifierKeyState, uint32_t keyboardType, uint32_t keyTranslateOptions,
                           uint32_t *deadKeyState, unsigned long maxStringLength, unsigned long *actualStringLength,
                           uint16_t *unicodeString) {
  CALLED(int32_t, "%u, %u, %u, %u, %u, %lu", virtualKeyCode, keyAction, modifierKeyState, keyboardType,
         keyTranslateOptions, maxStringLength);
  const table *of = keyLayoutPtr;
  if (!of || of->magic != TABLE_MAGIC || keyboardType != 106 || maxStringLength < 1) {
    fault("UCKeyTranslate was given something else than a table and the keyboard's type");
    return -50; /* paramErr */
  }
  uint32_t character = character_at(of, virtualKeyCode, modifierKeyState);
  bool is_dead = (character & 0x10000) != 0 && (keyTranslateOptions & 1) == 0; /* kUCKeyTranslateNoDeadKeysMask */
  *deadKeyState = is_dead ? character & 0xffff : 0;
  *actualStringLength = is_dead || character == 0 ? 0 : 1;
  if (*actualStringLength) unicodeString[0] = (uint16_t)character;
  return 0;
}
