#pragma once
// Pictures row by row. libpng leaves by longjmp when something is wrong; each function here lands its own jumps and calls
// nothing back, so that none ever passes a Swift frame.
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/// A PNG that is being read.
typedef struct ag_png {
  png_structp png;
  png_infop info;
  jmp_buf landing;
  /// What libpng said last.
  char message[128];
} ag_png;

static inline void ag_png_fail(png_structp png, png_const_charp text) {
  ag_png *reader = (ag_png *)png_get_error_ptr(png);
  snprintf(reader->message, sizeof reader->message, "%s", text);
  longjmp(reader->landing, 1);
}

/// Wrong colour profiles and the like, of which the world is full.
static inline void ag_png_ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

/// Reads up to the first row. 0, or -1 with a message; `ag_png_close` is owed either way. NULL without memory.
static inline ag_png *ag_png_open(FILE *file, int *result) {
  ag_png *reader = (ag_png *)calloc(1, sizeof *reader);
  *result = -1;
  if (!reader) return NULL;
  if (setjmp(reader->landing)) return reader;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, ag_png_fail, ag_png_ignore);
  if (!reader->png) return reader;
  reader->info = png_create_info_struct(reader->png);
  if (!reader->info) return reader;
  png_set_chunk_malloc_max(reader->png, 4 << 20);
  png_set_chunk_cache_max(reader->png, 64);
  png_set_benign_errors(reader->png, 1);
  png_init_io(reader->png, file);
  png_read_info(reader->png, reader->info);
  *result = 0;
  return reader;
}

static inline void ag_png_close(ag_png *reader) {
  if (!reader) return;
  if (reader->png && !setjmp(reader->landing)) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

static inline const uint8_t *ag_png_exif(ag_png *reader, size_t *count) {
  png_bytep bytes = NULL;
  png_uint_32 length = 0;
  if (setjmp(reader->landing)) return NULL;
  if (!png_get_eXIf_1(reader->png, reader->info, &length, &bytes)) return NULL;
  *count = length;
  return bytes;
}

/// Begins to decode into rows of four bytes a pixel, red first, alpha not multiplied in. An interlaced picture comes as
/// its seven passes, each a small picture of its own.
static inline int ag_png_start(ag_png *reader) {
  if (setjmp(reader->landing)) return -1;
  png_set_scale_16(reader->png);
  png_set_expand(reader->png);
  png_set_gray_to_rgb(reader->png);
  png_set_add_alpha(reader->png, 255, PNG_FILLER_AFTER);
  png_read_update_info(reader->png, reader->info);
  return png_get_rowbytes(reader->png, reader->info) == 4 * (size_t)png_get_image_width(reader->png, reader->info) ? 0 : -1;
}

/// The next row; `row` has room for a whole one even in a narrow pass.
static inline int ag_png_row(ag_png *reader, uint8_t *row) {
  if (setjmp(reader->landing)) return -1;
  png_read_row(reader->png, row, NULL);
  return 0;
}

/// Reads what is left of the file: one that is cut behind its last row is cut.
static inline int ag_png_finish(ag_png *reader) {
  if (setjmp(reader->landing)) return -1;
  png_read_end(reader->png, NULL);
  return 0;
}

/// Columns and rows of one of the seven passes: where the first lies and how far apart they are.
static inline void ag_png_pass(uint32_t width, uint32_t height, int pass, uint32_t out[6]) {
  out[0] = PNG_PASS_START_COL(pass);
  out[1] = 1u << PNG_PASS_COL_SHIFT(pass);
  out[2] = PNG_PASS_COLS(width, pass);
  out[3] = PNG_PASS_START_ROW(pass);
  out[4] = 1u << PNG_PASS_ROW_SHIFT(pass);
  out[5] = PNG_PASS_ROWS(height, pass);
}
