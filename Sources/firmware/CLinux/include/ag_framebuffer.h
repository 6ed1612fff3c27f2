// Old framebuffers, /dev/fbN: what the driver says of itself, its memory, and blanking.
#pragma once

#include "CLinux.h"

#include <linux/fb.h>

#pragma clang assume_nonnull begin

AG_INLINE int32_t ag_fb_fixed(int32_t fd, struct fb_fix_screeninfo *out) {
  memset(out, 0, sizeof *out);
  return ag_control(fd, FBIOGET_FSCREENINFO, out);
}
AG_INLINE int32_t ag_fb_variable(int32_t fd, struct fb_var_screeninfo *out) {
  memset(out, 0, sizeof *out);
  return ag_control(fd, FBIOGET_VSCREENINFO, out);
}
// Some drivers take what they do not do and say 0: read it back.
AG_INLINE int32_t ag_fb_set_variable(int32_t fd, struct fb_var_screeninfo *asked) {
  return ag_control(fd, FBIOPUT_VSCREENINFO, asked);
}
AG_INLINE int32_t ag_fb_blank(int32_t fd, int32_t is_on) {
  return ag_control(fd, FBIOBLANK, (void *)(uintptr_t)(is_on ? FB_BLANK_UNBLANK : FB_BLANK_POWERDOWN));
}

// The kernel maps whole pages, from the one that the memory begins in.
AG_INLINE int64_t ag_fb_offset_in_page(const struct fb_fix_screeninfo *fixed) {
  return (int64_t)(fixed->smem_start & ((unsigned long)sysconf(_SC_PAGESIZE) - 1));
}

// For writing only, where the processor distinguishes that.
AG_INLINE int64_t ag_fb_map(int32_t fd, int64_t size, void *_Nullable *_Nonnull out) {
  void *p = mmap(0, (size_t)size, PROT_WRITE, MAP_SHARED, fd, 0);
  *out = p == MAP_FAILED ? 0 : p;
  return p == MAP_FAILED ? -(int64_t)errno : 0;
}

#pragma clang assume_nonnull end
