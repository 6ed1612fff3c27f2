// The virtual console: text and graphics mode, and who is asked when it is switched.
#pragma once

#include "CLinux.h"
#include "ag_lockdown.h"

#include <linux/kd.h>
#include <linux/vt.h>

#pragma clang assume_nonnull begin

// The number of the console in front.
AG_INLINE int32_t ag_vt_active(int32_t fd) {
  struct vt_stat s = {0};
  int32_t r = ag_control(fd, VT_GETSTATE, &s);
  return r < 0 ? r : s.v_active;
}

// KD_TEXT (0) or KD_GRAPHICS (1).
AG_INLINE int32_t ag_vt_kind(int32_t fd) {
  int kind = 0;
  int32_t r = ag_control(fd, KDGETMODE, &kind);
  return r < 0 ? r : kind;
}
AG_INLINE int32_t ag_vt_set_kind(int32_t fd, int32_t kind) { return ag_control(fd, KDSETMODE, (void *)(uintptr_t)kind); }
enum { AG_KD_TEXT = KD_TEXT, AG_KD_GRAPHICS = KD_GRAPHICS };

// 1 when another program decides about switching away from this console.
AG_INLINE int32_t ag_vt_is_owned(int32_t fd) {
  struct vt_mode m = {0};
  int32_t r = ag_control(fd, VT_GETMODE, &m);
  return r < 0 ? r : m.mode == VT_PROCESS;
}

// The kernel asks this process, by SIGUSR1 and SIGUSR2, before it switches away and after it has switched back.
AG_INLINE int32_t ag_vt_own(int32_t fd) {
  struct vt_mode m = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
  return ag_control(fd, VT_SETMODE, &m);
}
AG_INLINE int32_t ag_vt_disown(int32_t fd) {
  struct vt_mode m = {.mode = VT_AUTO};
  return ag_control(fd, VT_SETMODE, &m);
}

AG_INLINE int32_t ag_vt_allow_release(int32_t fd) { return ag_control(fd, VT_RELDISP, (void *)1); }
AG_INLINE int32_t ag_vt_acknowledge(int32_t fd) { return ag_control(fd, VT_RELDISP, (void *)VT_ACKACQ); }

// A descriptor that reports the two signals instead of them being delivered.
AG_INLINE int32_t ag_vt_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  if (sigprocmask(SIG_BLOCK, &set, 0) < 0) return -errno;
  return (int32_t)ag_result(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}
enum { AG_VT_RELEASE = SIGUSR1, AG_VT_ACQUIRE = SIGUSR2 };

// In the keeper: only the end of the pipe ends it.
AG_INLINE void ag_ignore_all_ends(void) {
  sigset_t set;
  sigfillset(&set);
  sigprocmask(SIG_SETMASK, &set, 0);
}

// Gives up every capability but CAP_SYS_TTY_CONFIG, for good.
AG_INLINE int32_t ag_keep_tty_capability(void) {
  int32_t r = ag_no_new_privileges();
  return r < 0 ? r : ag_keep_capabilities(1ull << CAP_SYS_TTY_CONFIG);
}

#pragma clang assume_nonnull end
