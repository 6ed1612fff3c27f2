#pragma once
// jpeglib.h needs size_t and FILE before it.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "blocks.h"

// libjpeg leaves by longjmp when something is wrong. Each function here lands its own jumps and calls nothing back, so that
// none ever passes a Swift frame.

/// Largest colour profile that is kept, in bytes: ICCProfile.maximumByteCount. Larger ones are tables of colours.
#define AG_JPEG_PROFILE_LIMIT (128u << 10)

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
  /// The first Exif segment behind its six letters, owned; NULL without any.
  uint8_t *exif;
  size_t exif_count;
  /// The colour profile, from its segments in their order, owned; NULL without any.
  uint8_t *profile;
  size_t profile_count;
  /// Segments of it that were read and that there are; -1 = it is too large, or they are out of order.
  int profile_parts;
  int profile_total;
  ag_block_store blocks;
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

/// The next byte of the file.
static inline int ag_jpeg_byte(j_decompress_ptr info) {
  struct jpeg_source_mgr *source = info->src;
  if (source->bytes_in_buffer == 0 && !(*source->fill_input_buffer)(info)) return 0;
  source->bytes_in_buffer--;
  return *source->next_input_byte++;
}

/// Keeps the first Exif segment, and passes over all others: libjpeg would keep each, and a file may have thousands.
static inline boolean ag_jpeg_read_notes(j_decompress_ptr info) {
  ag_jpeg *jpeg = (ag_jpeg *)info->client_data;
  long left = ag_jpeg_byte(info) << 8;
  left = (left | ag_jpeg_byte(info)) - 2;
  uint8_t start[6];
  if (!jpeg->exif && left > (long)sizeof start) {
    for (size_t index = 0; index < sizeof start; index++) start[index] = (uint8_t)ag_jpeg_byte(info);
    left -= (long)sizeof start;
    if (memcmp(start, "Exif\0\0", sizeof start) == 0 && (jpeg->exif = (uint8_t *)malloc((size_t)left))) {
      for (; left > 0; left--) jpeg->exif[jpeg->exif_count++] = (uint8_t)ag_jpeg_byte(info);
    }
  }
  if (left > 0) (*info->src->skip_input_data)(info, left);
  return TRUE;
}

/// Adds a segment of the colour profile, and returns how many of its bytes are left in the file.
static inline long ag_jpeg_add_profile(j_decompress_ptr info, int part, int total, long count) {
  ag_jpeg *jpeg = (ag_jpeg *)info->client_data;
  int is_next = part == jpeg->profile_parts + 1 && part <= total && (part == 1 || total == jpeg->profile_total);
  size_t size = jpeg->profile_count + (size_t)count;
  uint8_t *grown = is_next && size <= AG_JPEG_PROFILE_LIMIT ? (uint8_t *)realloc(jpeg->profile, size) : NULL;
  if (!grown) {
    jpeg->profile_parts = -1;
    return count;
  }
  jpeg->profile = grown;
  for (; count > 0; count--) jpeg->profile[jpeg->profile_count++] = (uint8_t)ag_jpeg_byte(info);
  jpeg->profile_parts = part;
  jpeg->profile_total = total;
  return 0;
}

/// Reads a colour profile's segment behind its twelve letters, the number of it and how many there are; others are passed over.
static inline boolean ag_jpeg_read_profile(j_decompress_ptr info) {
  ag_jpeg *jpeg = (ag_jpeg *)info->client_data;
  long left = ag_jpeg_byte(info) << 8;
  left = (left | ag_jpeg_byte(info)) - 2;
  uint8_t start[14];
  if (jpeg->profile_parts >= 0 && left > (long)sizeof start) {
    for (size_t index = 0; index < sizeof start; index++) start[index] = (uint8_t)ag_jpeg_byte(info);
    left -= (long)sizeof start;
    if (memcmp(start, "ICC_PROFILE\0", 12) == 0) left = ag_jpeg_add_profile(info, start[12], start[13], left);
  }
  if (left > 0) (*info->src->skip_input_data)(info, left);
  return TRUE;
}

static inline jvirt_barray_ptr ag_jpeg_request_blocks(
    j_common_ptr info, int pool, boolean is_zeroed, JDIMENSION columns, JDIMENSION rows, JDIMENSION most) {
  (void)pool;
  (void)is_zeroed;
  (void)most;
  ag_jpeg *jpeg = (ag_jpeg *)info->client_data;
  return (jvirt_barray_ptr)ag_blocks_make(info, &jpeg->blocks, columns, rows);
}

static inline JBLOCKARRAY ag_jpeg_access_blocks(
    j_common_ptr info, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean is_written) {
  ag_jpeg *jpeg = (ag_jpeg *)info->client_data;
  ag_blocks *blocks = (ag_blocks *)array;
  if (first > blocks->rows || count > blocks->rows - first) {
    info->err->msg_code = JERR_BAD_VIRTUAL_ACCESS;
    (*info->err->error_exit)(info);
  }
  if (first != blocks->first || count != blocks->count) {
    ag_blocks_put(info, &jpeg->blocks, blocks);
    ag_blocks_get(info, blocks, first, count);
  }
  if (is_written) blocks->is_changed = 1;
  return blocks->window_rows;
}

/// Reads up to the first scan. 0, or -1 with a message; `ag_jpeg_close` is owed either way. NULL without memory.
/// `coefficient_bytes` bounds what the packed coefficients of a file of several scans may take.
static inline ag_jpeg *ag_jpeg_open(FILE *file, size_t coefficient_bytes, int *result) {
  ag_jpeg *jpeg = (ag_jpeg *)calloc(1, sizeof *jpeg);
  *result = -1;
  if (!jpeg) return NULL;
  jpeg->info.err = jpeg_std_error(&jpeg->errors);
  jpeg->errors.error_exit = ag_jpeg_fail;
  jpeg->errors.emit_message = ag_jpeg_note;
  jpeg->errors.output_message = ag_jpeg_say_nothing;
  jpeg->info.client_data = jpeg;
  jpeg->blocks.budget = coefficient_bytes;
  if (setjmp(jpeg->landing)) return jpeg;
  jpeg_create_decompress(&jpeg->info);
  jpeg->info.client_data = jpeg;
  jpeg->info.mem->request_virt_barray = ag_jpeg_request_blocks;
  jpeg->info.mem->access_virt_barray = ag_jpeg_access_blocks;
  jpeg_stdio_src(&jpeg->info, file);
  jpeg_set_marker_processor(&jpeg->info, JPEG_APP0 + 1, ag_jpeg_read_notes);
  jpeg_set_marker_processor(&jpeg->info, JPEG_APP0 + 2, ag_jpeg_read_profile);
  jpeg_read_header(&jpeg->info, TRUE);
  *result = 0;
  return jpeg;
}

static inline void ag_jpeg_close(ag_jpeg *jpeg) {
  if (!jpeg) return;
  if (!setjmp(jpeg->landing)) jpeg_destroy_decompress(&jpeg->info);
  ag_block_store_free(&jpeg->blocks);
  free(jpeg->exif);
  free(jpeg->profile);
  free(jpeg);
}

/// Whether the last error was that of a picture that needs more memory than it was given.
static inline int ag_jpeg_needs_memory(const ag_jpeg *jpeg) {
  return jpeg->errors.msg_code == JERR_NO_BACKING_STORE || jpeg->errors.msg_code == JERR_OUT_OF_MEMORY;
}

/// The first Exif segment behind its six letters, or NULL.
static inline const uint8_t *ag_jpeg_exif(const ag_jpeg *jpeg, size_t *count) {
  *count = jpeg->exif_count;
  return jpeg->exif;
}

/// The whole colour profile, or NULL.
static inline const uint8_t *ag_jpeg_profile(const ag_jpeg *jpeg, size_t *count) {
  *count = jpeg->profile_count;
  return jpeg->profile_parts > 0 && jpeg->profile_parts == jpeg->profile_total ? jpeg->profile : NULL;
}

/// Begins to decode at 1/1, 1/2, 1/4 or 1/8 of the size; afterwards `output_width` and `output_height` hold.
static inline int ag_jpeg_start(ag_jpeg *jpeg, unsigned denominator, int maximum_scans) {
  if (setjmp(jpeg->landing)) return -1;
  jpeg->info.scale_num = 1;
  jpeg->info.scale_denom = denominator;
  jpeg->info.dct_method = JDCT_ISLOW;
  // It would ask for more rows of blocks at once, to smooth files whose last scans are missing.
  jpeg->info.do_block_smoothing = FALSE;
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
