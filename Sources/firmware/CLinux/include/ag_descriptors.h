// What a child must not keep of its parent's descriptors.
#pragma once

#include "CLinux.h"

#include <sys/syscall.h>

#pragma clang assume_nonnull begin

// Closes first ... last. Kernels before 5.9 have no call for it, and some sandboxes allow none: one by one there, up to
// what a process may have open.
AG_INLINE void ag_close_range(uint32_t first, uint32_t last) {
#ifdef __NR_close_range
  if (syscall(__NR_close_range, first, last, 0) == 0) return;
#endif
  struct rlimit limit;
  uint32_t end = 1024;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > end)
    end = limit.rlim_cur > 65536 ? 65536 : (uint32_t)limit.rlim_cur;
  for (uint32_t fd = first; fd <= last && fd < end; fd++) close((int)fd);
}

// Closes every descriptor from `first` on but the `count` named ones, which may be in any order.
AG_INLINE void ag_close_from(int32_t first, const int32_t *kept, int32_t count) {
  for (;;) {
    // The smallest kept one from here on ends this gap.
    int32_t next = INT32_MAX;
    for (int32_t i = 0; i < count; i++)
      if (kept[i] >= first && kept[i] < next) next = kept[i];
    uint32_t last = next == INT32_MAX ? UINT32_MAX : (uint32_t)next - 1;
    if (next > first) ag_close_range((uint32_t)first, last);
    if (next == INT32_MAX) return;
    first = next + 1;
  }
}

// Keeps one descriptor and standard error.
AG_INLINE void ag_keep_only(int32_t fd) {
  for (int32_t low = 0; low < 2; low++)
    if (low != fd) close(low);
  ag_close_from(3, &fd, 1);
}

// Keeps two, and not even standard error.
AG_INLINE void ag_keep_only_two(int32_t a, int32_t b) {
  int32_t kept[2] = {a, b};
  ag_close_from(0, kept, 2);
}

#pragma clang assume_nonnull end
