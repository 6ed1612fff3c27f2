#pragma once
// jpeglib.h needs size_t and FILE before it.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

// libjpeg leaves by longjmp when something is wrong. Each function here lands its own jumps and calls nothing back, so that
// none ever passes a Swift frame.

/// A JPEG that is being read.
typedef struct ag_jpeg {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf landing;
  /// What libjpeg said last.
  char message[JMSG_LENGTH_MAX];
  /// A progressive file may ask for the whole picture again with each scan.
  int maximum_scans;
} ag_jpeg;

static inline void ag_jpeg_fail(j_common_ptr info) {
  ag_jpeg *jpeg = (ag_jpeg *)info->client_data;
  info->err->format_message(info, jpeg->message);
  longjmp(jpeg->landing, 1);
}

/// libjpeg only warns of a torn file and paints the rest grey; a torn picture is an error here.
static inline void ag_jpeg_note(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL:
      ag_jpeg_fail(info);
  }
}

static inline void ag_jpeg_say_nothing(j_common_ptr info) { (void)info; }

static inline void ag_jpeg_count_scans(j_common_ptr info) {
  ag_jpeg *jpeg = (ag_jpeg *)info->client_data;
  if (jpeg->info.input_scan_number <= jpeg->maximum_scans) return;
  snprintf(jpeg->message, sizeof jpeg->message, "more than %d scans", jpeg->maximum_scans);
  longjmp(jpeg->landing, 1);
}

/// Reads up to the first scan. 0, or -1 with a message; `ag_jpeg_close` is owed either way. NULL without memory.
/// `maximum_memory` bounds what libjpeg may hold; progressive files hold all of their coefficients.
static inline ag_jpeg *ag_jpeg_open(FILE *file, long maximum_memory, int *result) {
  ag_jpeg *jpeg = (ag_jpeg *)calloc(1, sizeof *jpeg);
  *result = -1;
  if (!jpeg) return NULL;
  jpeg->info.err = jpeg_std_error(&jpeg->errors);
  jpeg->errors.error_exit = ag_jpeg_fail;
  jpeg->errors.emit_message = ag_jpeg_note;
  jpeg->errors.output_message = ag_jpeg_say_nothing;
  jpeg->info.client_data = jpeg;
  if (setjmp(jpeg->landing)) return jpeg;
  jpeg_create_decompress(&jpeg->info);
  jpeg->info.client_data = jpeg;
  jpeg->info.mem->max_memory_to_use = maximum_memory;
  jpeg_stdio_src(&jpeg->info, file);
  jpeg_save_markers(&jpeg->info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&jpeg->info, TRUE);
  *result = 0;
  return jpeg;
}

static inline void ag_jpeg_close(ag_jpeg *jpeg) {
  if (!jpeg) return;
  if (!setjmp(jpeg->landing)) jpeg_destroy_decompress(&jpeg->info);
  free(jpeg);
}

/// Whether the last error was that of a picture that needs more memory than it was given.
static inline int ag_jpeg_needs_memory(const ag_jpeg *jpeg) {
  return jpeg->errors.msg_code == JERR_NO_BACKING_STORE || jpeg->errors.msg_code == JERR_OUT_OF_MEMORY;
}

/// The first Exif segment behind its six letters, or NULL.
static inline const uint8_t *ag_jpeg_exif(const ag_jpeg *jpeg, size_t *count) {
  for (jpeg_saved_marker_ptr marker = jpeg->info.marker_list; marker; marker = marker->next) {
    if (marker->data_length < 6 || memcmp(marker->data, "Exif\0\0", 6) != 0) continue;
    *count = marker->data_length - 6;
    return marker->data + 6;
  }
  return NULL;
}

/// Begins to decode at 1/1, 1/2, 1/4 or 1/8 of the size; afterwards `output_width` and `output_height` hold.
static inline int ag_jpeg_start(ag_jpeg *jpeg, unsigned denominator, int maximum_scans) {
  if (setjmp(jpeg->landing)) return -1;
  jpeg->info.scale_num = 1;
  jpeg->info.scale_denom = denominator;
  jpeg->info.dct_method = JDCT_ISLOW;
  int has_ink = jpeg->info.jpeg_color_space == JCS_CMYK || jpeg->info.jpeg_color_space == JCS_YCCK;
  jpeg->info.out_color_space = has_ink ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg->maximum_scans = maximum_scans;
  jpeg->progress.progress_monitor = ag_jpeg_count_scans;
  jpeg->info.progress = &jpeg->progress;
  return jpeg_start_decompress(&jpeg->info) ? 0 : -1;
}

/// One row of four bytes a pixel, red first; inks become colours.
static inline int ag_jpeg_row(ag_jpeg *jpeg, uint8_t *row) {
  if (setjmp(jpeg->landing)) return -1;
  JSAMPROW rows[1] = {row};
  if (jpeg_read_scanlines(&jpeg->info, rows, 1) != 1) return -1;
  if (jpeg->info.out_color_space != JCS_CMYK) return 0;
  // Adobe's programs write inks the other way round, and say so by their marker.
  unsigned flip = jpeg->info.saw_Adobe_marker ? 0 : 255;
  for (JDIMENSION x = 0; x < jpeg->info.output_width; x++) {
    uint8_t *pixel = row + 4 * (size_t)x;
    unsigned light = pixel[3] ^ flip;
    for (int channel = 0; channel < 3; channel++) pixel[channel] = (uint8_t)(((pixel[channel] ^ flip) * light + 127) / 255);
    pixel[3] = 255;
  }
  return 0;
}

/// Reads what is left of the file: one that is cut behind its last row is cut.
static inline int ag_jpeg_finish(ag_jpeg *jpeg) {
  if (setjmp(jpeg->landing)) return -1;
  return jpeg_finish_decompress(&jpeg->info) ? 0 : -1;
}
