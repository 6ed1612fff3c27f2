#pragma once
// The coefficients of a JPEG of several scans, packed. libjpeg holds two bytes for each of them, three for each pixel of
// the picture, and most are zero. Here each row of blocks is packed without loss while it is not in use, and all rows
// together have a budget: the memory that a file needs follows its content, not the size that it claims.

/// One component's blocks: what libjpeg calls a virtual array.
typedef struct ag_blocks {
  struct ag_blocks *next;
  JDIMENSION columns, rows;
  /// Rows in `window`: from `first`, `count` of them; `capacity` have room.
  JDIMENSION first, count, capacity;
  int is_changed;
  JBLOCK *window;
  JBLOCKROW *window_rows;
  /// By row; NULL is a row of zeros.
  uint8_t **packed;
} ag_blocks;

/// The blocks of one picture.
typedef struct ag_block_store {
  ag_blocks *all;
  /// Bytes of all packed rows, and the most that they may be.
  size_t packed_bytes, budget;
  /// Room for the largest row as it is packed.
  uint8_t *scratch;
  size_t scratch_size;
} ag_block_store;

/// Most bytes of a packed block: a count, its places, and three bytes for each value.
#define AG_BLOCK_LARGEST (1 + 8 + 3 * DCTSIZE2)

static inline size_t ag_block_pack(const JCOEF *block, uint8_t *out) {
  uint8_t *at = out + 1;
  uint64_t places = 0;
  unsigned count = 0;
  for (unsigned four = 0; four < DCTSIZE2; four += 4) {
    uint64_t word;
    memcpy(&word, block + four, sizeof word);
    if (!word) continue;
    for (unsigned k = four; k < four + 4; k++)
      if (block[k]) {
        places |= (uint64_t)1 << k;
        count++;
      }
  }
  out[0] = (uint8_t)count;
  if (!count) return 1;
  int is_sparse = count < 8;
  if (!is_sparse) {
    memcpy(at, &places, sizeof places);
    at += sizeof places;
  }
  for (uint64_t rest = places; rest; rest &= rest - 1) {
    unsigned k = (unsigned)__builtin_ctzll(rest);
    int value = block[k];
    if (is_sparse) *at++ = (uint8_t)k;
    if (value >= -127 && value <= 127) {
      *at++ = (uint8_t)(int8_t)value;
    } else {
      *at++ = 0x80;
      *at++ = (uint8_t)(value & 255);
      *at++ = (uint8_t)(value >> 8 & 255);
    }
  }
  return (size_t)(at - out);
}

/// The block is all zeros before. Returns what follows the packed one.
static inline const uint8_t *ag_block_unpack(const uint8_t *at, JCOEF *block) {
  unsigned count = *at++;
  if (!count) return at;
  int is_sparse = count < 8;
  uint64_t places = 0;
  if (!is_sparse) {
    memcpy(&places, at, sizeof places);
    at += sizeof places;
  }
  for (unsigned index = 0; index < count; index++) {
    unsigned k;
    if (is_sparse) {
      k = *at++;
    } else {
      k = (unsigned)__builtin_ctzll(places);
      places &= places - 1;
    }
    if (*at == 0x80) {
      block[k] = (JCOEF)(int16_t)((unsigned)at[1] | (unsigned)at[2] << 8);
      at += 3;
    } else {
      block[k] = (int8_t)*at++;
    }
  }
  return at;
}

static inline void ag_blocks_no_memory(j_common_ptr info) {
  info->err->msg_code = JERR_OUT_OF_MEMORY;
  info->err->msg_parm.i[0] = 0;
  (*info->err->error_exit)(info);
}

static inline size_t ag_blocks_row_size(const uint8_t *packed) {
  size_t size;
  memcpy(&size, packed, sizeof size);
  return size;
}

/// Packs the rows of the window, if they were changed.
static inline void ag_blocks_put(j_common_ptr info, ag_block_store *store, ag_blocks *blocks) {
  if (!blocks->is_changed) return;
  blocks->is_changed = 0;
  size_t most = sizeof(size_t) + (size_t)blocks->columns * AG_BLOCK_LARGEST;
  if (store->scratch_size < most) {
    free(store->scratch);
    store->scratch_size = 0;
    store->scratch = (uint8_t *)malloc(most);
    if (!store->scratch) ag_blocks_no_memory(info);
    store->scratch_size = most;
  }
  for (JDIMENSION index = 0; index < blocks->count; index++) {
    size_t size = sizeof size;
    const JBLOCK *row = blocks->window + (size_t)index * blocks->columns;
    for (JDIMENSION column = 0; column < blocks->columns; column++)
      size += ag_block_pack(row[column], store->scratch + size);
    uint8_t **place = &blocks->packed[blocks->first + index];
    if (*place) store->packed_bytes -= ag_blocks_row_size(*place);
    free(*place);
    *place = NULL;
    // A byte for each block: the row is all zeros.
    if (size == sizeof size + blocks->columns) continue;
    if (store->packed_bytes + size > store->budget) ag_blocks_no_memory(info);
    *place = (uint8_t *)malloc(size);
    if (!*place) ag_blocks_no_memory(info);
    memcpy(store->scratch, &size, sizeof size);
    memcpy(*place, store->scratch, size);
    store->packed_bytes += size;
  }
}

static inline void ag_blocks_get(j_common_ptr info, ag_blocks *blocks, JDIMENSION first, JDIMENSION count) {
  if (count > blocks->capacity) {
    free(blocks->window);
    free(blocks->window_rows);
    blocks->capacity = blocks->count = 0;
    blocks->window = (JBLOCK *)malloc((size_t)count * blocks->columns * sizeof(JBLOCK));
    blocks->window_rows = (JBLOCKROW *)malloc(count * sizeof(JBLOCKROW));
    if (!blocks->window || !blocks->window_rows) ag_blocks_no_memory(info);
    blocks->capacity = count;
    for (JDIMENSION index = 0; index < count; index++)
      blocks->window_rows[index] = blocks->window + (size_t)index * blocks->columns;
  }
  memset(blocks->window, 0, (size_t)count * blocks->columns * sizeof(JBLOCK));
  for (JDIMENSION index = 0; index < count; index++) {
    const uint8_t *packed = blocks->packed[first + index];
    if (!packed) continue;
    packed += sizeof(size_t);
    for (JDIMENSION column = 0; column < blocks->columns; column++)
      packed = ag_block_unpack(packed, blocks->window_rows[index][column]);
  }
  blocks->first = first;
  blocks->count = count;
}

static inline ag_blocks *ag_blocks_make(
    j_common_ptr info, ag_block_store *store, JDIMENSION columns, JDIMENSION rows) {
  ag_blocks *blocks = (ag_blocks *)calloc(1, sizeof *blocks);
  if (!blocks) ag_blocks_no_memory(info);
  blocks->next = store->all;
  store->all = blocks;
  blocks->columns = columns;
  blocks->rows = rows;
  blocks->packed = (uint8_t **)calloc(rows ? rows : 1, sizeof *blocks->packed);
  if (!blocks->packed) ag_blocks_no_memory(info);
  return blocks;
}

static inline void ag_block_store_free(ag_block_store *store) {
  while (store->all) {
    ag_blocks *blocks = store->all;
    store->all = blocks->next;
    for (JDIMENSION row = 0; blocks->packed && row < blocks->rows; row++) free(blocks->packed[row]);
    free(blocks->packed);
    free(blocks->window);
    free(blocks->window_rows);
    free(blocks);
  }
  free(store->scratch);
  store->scratch = NULL;
}
