#pragma once
// Pictures row by row. libpng leaves by longjmp when something is wrong; each function here lands its own jumps and calls
// nothing back, so that none ever passes a Swift frame.
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Largest Exif data that is read, in bytes; cameras write at most 64 KiB.
#define AG_PNG_EXIF_LIMIT (1u << 20)
/// Chunks before the picture's rows that are searched for Exif data; a file has ten.
#define AG_PNG_CHUNK_LIMIT 4096

/// A PNG that is being read.
typedef struct ag_png {
  png_structp png;
  png_infop info;
  jmp_buf landing;
  /// Exif data, owned; NULL without any.
  uint8_t *exif;
  size_t exif_count;
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

/// Finds the Exif data before the picture's rows, and returns to the start of the file. libpng does not read it: it
/// reserves as much memory as a chunk claims to need.
static inline void ag_png_find_exif(ag_png *reader, FILE *file) {
  uint8_t head[8];
  off_t place = 8;
  for (int index = 0; index < AG_PNG_CHUNK_LIMIT; index++) {
    if (fseeko(file, place, SEEK_SET) != 0 || fread(head, 1, sizeof head, file) != sizeof head) break;
    uint32_t length = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
    if (memcmp(head + 4, "IDAT", 4) == 0) break;
    if (memcmp(head + 4, "eXIf", 4) == 0) {
      if (length == 0 || length > AG_PNG_EXIF_LIMIT) break;
      uint8_t *bytes = (uint8_t *)malloc(length);
      if (!bytes) break;
      if (fread(bytes, 1, length, file) == length) {
        reader->exif = bytes;
        reader->exif_count = length;
      } else {
        free(bytes);
      }
      break;
    }
    place += 12 + (off_t)length;
  }
  clearerr(file);
  rewind(file);
}

/// Reads up to the first row. 0, or -1 with a message; `ag_png_close` is owed either way. NULL without memory.
static inline ag_png *ag_png_open(FILE *file, int *result) {
  ag_png *reader = (ag_png *)calloc(1, sizeof *reader);
  *result = -1;
  if (!reader) return NULL;
  ag_png_find_exif(reader, file);
  if (setjmp(reader->landing)) return reader;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, ag_png_fail, ag_png_ignore);
  if (!reader->png) return reader;
  reader->info = png_create_info_struct(reader->png);
  if (!reader->info) return reader;
  // Texts and all else that no pixel needs are passed over in small pieces, whatever length they claim; only size, palette,
  // transparency, colour profile and rows are read. A limit of libpng's own would not do: as a benign error it is ignored. Of a
  // profile it reads the size within the compressed data first, and refuses more than 8 MB.
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep)"iCCP", 1);
  // The caller knows which sizes it accepts, and names the others.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_benign_errors(reader->png, 1);
  png_init_io(reader->png, file);
  png_read_info(reader->png, reader->info);
  *result = 0;
  return reader;
}

static inline void ag_png_close(ag_png *reader) {
  if (!reader) return;
  if (reader->png && !setjmp(reader->landing)) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->exif);
  free(reader);
}

static inline const uint8_t *ag_png_exif(ag_png *reader, size_t *count) {
  *count = reader->exif_count;
  return reader->exif;
}

/// The colour profile, which belongs to the reader, or NULL.
static inline const uint8_t *ag_png_profile(ag_png *reader, size_t *count) {
  png_charp name = NULL;
  png_bytep profile = NULL;
  png_uint_32 length = 0;
  int compression = 0;
  *count = 0;
  if (setjmp(reader->landing)) return NULL;
  if (!png_get_iCCP(reader->png, reader->info, &name, &compression, &profile, &length)) return NULL;
  *count = length;
  return profile;
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
