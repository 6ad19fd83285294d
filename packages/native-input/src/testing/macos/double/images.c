#include "windows.h"

#define MAIN_THREAD() ((long)gettid() == (long)getpid())

typedef struct { object base; size_t width, height, left, top; uint32_t display_id; bool is_black, has_no_windows; } image;
typedef struct { object base; } color_space;
typedef struct { object base; size_t width, height, row_bytes; int blend_mode, quality; uint8_t *pixels; } context;

static int on_main_thread;

/* How often a capture or a drawing ran on the main thread, which has other things to do. */
API int double_pixels_on_main_thread(void) { return on_main_thread; }
void images_reset(void) { on_main_thread = 0; }

const void *make_display_image(uint32_t id, size_t width, size_t height, bool black) {
  /* A point of a display, as the look for a permission takes it, is nothing. */
  if (MAIN_THREAD() && width * height > 64) on_main_thread += 1;
  image *made = create(KIND_IMAGE, sizeof *made, NULL);
  made->width = width;
  made->height = height;
  made->display_id = id;
  made->is_black = black;
  return made;
}

void hide_windows(const void *shown) { ((image *)shown)->has_no_windows = true; }

/* What a display shows: no two pixels that are near each other are alike, and no two displays. */
static void pixel_of(const image *shown, size_t x, size_t y, uint8_t *rgb) {
  if (shown->is_black) {
    memset(rgb, 0, 3);
    return;
  }
  if (shown->has_no_windows) {
    memcpy(rgb, "\x20\x40\x60", 3);
    return;
  }
  CGPoint point;
  if (windows_are_there() && display_point(shown->display_id, x, y, &point) && windows_pixel(point, rgb)) return;
  rgb[0] = (uint8_t)(x + 1);
  rgb[1] = (uint8_t)(y + 1);
  rgb[2] = (uint8_t)((x >> 8) * 16 + (y >> 8) + shown->display_id * 64);
}

/* CGImage.h */
API size_t CGImageGetWidth(CFTypeRef given) {
  CALLED(size_t, "#%d", id_of(given));
  image *known = expect(given, KIND_IMAGE, __func__);
  return known ? known->width : 0;
}

API size_t CGImageGetHeight(CFTypeRef given) {
  CALLED(size_t, "#%d", id_of(given));
  image *known = expect(given, KIND_IMAGE, __func__);
  return known ? known->height : 0;
}

API CFTypeRef CGImageCreateWithImageInRect(CFTypeRef given, CGRect rect) {
  CALLED_POINTER("#%d, {{%g, %g}, {%g, %g}}", id_of(given), rect.origin.x, rect.origin.y, rect.size.width,
                 rect.size.height);
  image *whole = expect(given, KIND_IMAGE, __func__);
  if (!whole) return NULL;
  image *part = create(KIND_IMAGE, sizeof *part, NULL);
  part->display_id = whole->display_id;
  part->is_black = whole->is_black;
  part->has_no_windows = whole->has_no_windows;
  part->left = whole->left + (size_t)rect.origin.x;
  part->top = whole->top + (size_t)rect.origin.y;
  part->width = (size_t)rect.size.width;
  part->height = (size_t)rect.size.height;
  return part;
}

API void CGImageRelease(CFTypeRef given) {
  CALLED_VOID("#%d", id_of(given));
  if (given) release(given, __func__);
}

/* CGColorSpace.h */
API CFTypeRef CGColorSpaceCreateWithName(CFTypeRef name) {
  CALLED_POINTER("#%d", id_of(name));
  return expect(name, KIND_STRING, __func__) ? create(KIND_COLOR_SPACE, sizeof(color_space), NULL) : NULL;
}

API void CGColorSpaceRelease(CFTypeRef given) {
  CALLED_VOID("#%d", id_of(given));
  if (given) release(given, __func__);
}

static void destroy_context(object *dead) { free(((context *)dead)->pixels); }

/* CGBitmapContext.h; only what has red, green, blue and a spare byte in this order. Rows are padded, as on macOS. */
API CFTypeRef CGBitmapContextCreate(void *data, size_t width, size_t height, size_t bitsPerComponent,
                                    size_t bytesPerRow, CFTypeRef space, uint32_t bitmapInfo) {
  CALLED_POINTER("%p, %zu, %zu, %zu, %zu, #%d, %#x", data, width, height, bitsPerComponent, bytesPerRow, id_of(space),
                 bitmapInfo);
  if (!expect(space, KIND_COLOR_SPACE, __func__)) return NULL;
  if (data || bitsPerComponent != 8 || bytesPerRow != 0 || bitmapInfo != 0x4005) {
    fault("CGBitmapContextCreate was given a format that this double does not have");
    return NULL;
  }
  context *made = create(KIND_CONTEXT, sizeof *made, destroy_context);
  made->width = width;
  made->height = height;
  made->row_bytes = (width * 4 + 63) / 64 * 64;
  made->pixels = calloc(height, made->row_bytes);
  if (!made->pixels) abort();
  return made;
}

API void *CGBitmapContextGetData(CFTypeRef given) {
  CALLED_POINTER("#%d", id_of(given));
  context *known = expect(given, KIND_CONTEXT, __func__);
  return known ? known->pixels : NULL;
}

API size_t CGBitmapContextGetBytesPerRow(CFTypeRef given) {
  CALLED(size_t, "#%d", id_of(given));
  context *known = expect(given, KIND_CONTEXT, __func__);
  return known ? known->row_bytes : 0;
}

/* CGContext.h */
API void CGContextSetBlendMode(CFTypeRef given, int32_t mode) {
  CALLED_VOID("#%d, %d", id_of(given), mode);
  context *known = expect(given, KIND_CONTEXT, __func__);
  if (known) known->blend_mode = mode;
}

API void CGContextSetInterpolationQuality(CFTypeRef given, int32_t quality) {
  CALLED_VOID("#%d, %d", id_of(given), quality);
  context *known = expect(given, KIND_CONTEXT, __func__);
  if (known) known->quality = quality;
}

API void CGContextRelease(CFTypeRef given) {
  CALLED_VOID("#%d", id_of(given));
  if (given) release(given, __func__);
}

/* In its own size only; the origin of a context is its bottom left corner. */
API void CGContextDrawImage(CFTypeRef given, CGRect rect, CFTypeRef drawn) {
  CALLED_VOID("#%d, {{%g, %g}, {%g, %g}}, #%d", id_of(given), rect.origin.x, rect.origin.y, rect.size.width,
              rect.size.height, id_of(drawn));
  context *on = expect(given, KIND_CONTEXT, __func__);
  image *from = expect(drawn, KIND_IMAGE, __func__);
  if (!on || !from) return;
  if (MAIN_THREAD()) on_main_thread += 1;
  if (rect.size.width != (double)from->width || rect.size.height != (double)from->height) {
    fault("CGContextDrawImage would have scaled the image");
    return;
  }
  if (on->blend_mode != 17) fault("CGContextDrawImage would have blended"); /* kCGBlendModeCopy */
  if (on->quality != 1) fault("CGContextDrawImage would have smoothed"); /* kCGInterpolationNone */
  long left = (long)rect.origin.x, top = (long)((double)on->height - rect.origin.y - rect.size.height);
  for (long y = 0; y < (long)from->height; y += 1) {
    for (long x = 0; x < (long)from->width; x += 1) {
      long to_x = left + x, to_y = top + y;
      if (to_x < 0 || to_y < 0 || to_x >= (long)on->width || to_y >= (long)on->height) continue;
      uint8_t *pixel = on->pixels + (size_t)to_y * on->row_bytes + (size_t)to_x * 4;
      pixel_of(from, from->left + (size_t)x, from->top + (size_t)y, pixel);
      pixel[3] = 0xaa;
    }
  }
}

/* Accelerate, vImage/Conversion.h */
typedef struct { void *data; unsigned long height, width; size_t rowBytes; } vImage_Buffer;

API ssize_t vImageConvert_RGBA8888toRGB888(const vImage_Buffer *src, const vImage_Buffer *dest, uint32_t flags) {
  CALLED(ssize_t, "{%lux%lu, %zu}, {%lux%lu, %zu}, %u", src->width, src->height, src->rowBytes, dest->width,
         dest->height, dest->rowBytes, flags);
  if (MAIN_THREAD()) on_main_thread += 1;
  if (src->width < dest->width || src->height < dest->height) return -21766; /* kvImageRoiLargerThanInputBuffer */
  for (unsigned long y = 0; y < dest->height; y += 1) {
    const uint8_t *from = (const uint8_t *)src->data + y * src->rowBytes;
    uint8_t *to = (uint8_t *)dest->data + y * dest->rowBytes;
    for (unsigned long x = 0; x < dest->width; x += 1) memcpy(to + x * 3, from + x * 4, 3);
  }
  return 0;
}
