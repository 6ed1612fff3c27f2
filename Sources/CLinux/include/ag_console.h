// The virtual console: text and graphics mode, and who is asked when it is switched.
#pragma once

#include "CLinux.h"

#include <linux/capability.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#pragma clang assume_nonnull begin

AG_INLINE int32_t ag_tty_call(int32_t fd, unsigned long request, unsigned long argument) {
  int r;
  do r = ioctl(fd, request, argument); while (r < 0 && errno == EINTR);
  return r < 0 ? -errno : r;
}

// The number of the console in front.
AG_INLINE int32_t ag_vt_active(int32_t fd) {
  struct vt_stat s;
  memset(&s, 0, sizeof s);
  int32_t r = ag_tty_call(fd, VT_GETSTATE, (unsigned long)(uintptr_t)&s);
  return r < 0 ? r : s.v_active;
}

// KD_TEXT (0) or KD_GRAPHICS (1).
AG_INLINE int32_t ag_vt_kind(int32_t fd) {
  int kind = 0;
  int32_t r = ag_tty_call(fd, KDGETMODE, (unsigned long)(uintptr_t)&kind);
  return r < 0 ? r : kind;
}
AG_INLINE int32_t ag_vt_set_kind(int32_t fd, int32_t kind) { return ag_tty_call(fd, KDSETMODE, (unsigned long)kind); }
enum { AG_KD_TEXT = KD_TEXT, AG_KD_GRAPHICS = KD_GRAPHICS };

// 1 when another program decides about switching away from this console.
AG_INLINE int32_t ag_vt_is_owned(int32_t fd) {
  struct vt_mode m;
  memset(&m, 0, sizeof m);
  int32_t r = ag_tty_call(fd, VT_GETMODE, (unsigned long)(uintptr_t)&m);
  return r < 0 ? r : m.mode == VT_PROCESS;
}

// The kernel asks this process, by SIGUSR1 and SIGUSR2, before it switches away and after it has switched back.
AG_INLINE int32_t ag_vt_own(int32_t fd) {
  struct vt_mode m;
  memset(&m, 0, sizeof m);
  m.mode = VT_PROCESS;
  m.relsig = SIGUSR1;
  m.acqsig = SIGUSR2;
  return ag_tty_call(fd, VT_SETMODE, (unsigned long)(uintptr_t)&m);
}
AG_INLINE int32_t ag_vt_disown(int32_t fd) {
  struct vt_mode m;
  memset(&m, 0, sizeof m);
  m.mode = VT_AUTO;
  return ag_tty_call(fd, VT_SETMODE, (unsigned long)(uintptr_t)&m);
}

AG_INLINE int32_t ag_vt_allow_release(int32_t fd) { return ag_tty_call(fd, VT_RELDISP, 1); }
AG_INLINE int32_t ag_vt_acknowledge(int32_t fd) { return ag_tty_call(fd, VT_RELDISP, VT_ACKACQ); }

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
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  memset(data, 0, sizeof data);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
  if (syscall(SYS_capget, &header, data) < 0) return -errno;
  data[0].permitted &= 1u << CAP_SYS_TTY_CONFIG;
  data[0].effective = data[0].permitted;
  data[0].inheritable = 0;
  memset(&data[1], 0, sizeof data[1]);
  return syscall(SYS_capset, &header, data) < 0 ? -errno : 0;
}

#pragma clang assume_nonnull end
