// What Swift cannot import on Embedded builds: the kernel's calls as plain functions of integers and pointers. Each
// returns what the call returns, or −errno. Calls that a signal can interrupt are repeated here, by the C library's
// TEMP_FAILURE_RETRY, so that no other code has to know about EINTR; `ag_poll` alone reports it as "nothing is ready".
//
// Also compiles with the aarch64 cross headers under an aarch64-none-none-elf triple, which does not define __linux__.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define AG_INLINE static inline __attribute__((unused))

#pragma clang assume_nonnull begin

AG_INLINE int64_t ag_result(int64_t result) { return result < 0 ? -(int64_t)errno : result; }

// Files

// Never waits, for a pipe's writer least of all; what is read from files and sysfs comes as it would.
AG_INLINE int32_t ag_open_read(const char *path) {
  return (int32_t)ag_result(TEMP_FAILURE_RETRY(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)));
}

AG_INLINE int32_t ag_open_read_write(const char *path) {
  return (int32_t)ag_result(TEMP_FAILURE_RETRY(open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)));
}

AG_INLINE int32_t ag_create(const char *path, uint32_t mode) {
  return (int32_t)ag_result(TEMP_FAILURE_RETRY(open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, mode)));
}

// Opens a regular file, or with O_CREAT makes one, with mode 0644; never waits. −EINVAL for a pipe, device, folder or
// socket. Nothing is emptied.
AG_INLINE int32_t ag_open_regular(const char *path, int32_t flags) {
  int fd = (int)TEMP_FAILURE_RETRY(open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644));
  if (fd < 0) return -errno;
  struct stat s;
  int32_t error = fstat(fd, &s) < 0 ? -errno : S_ISREG(s.st_mode) ? 0 : -EINVAL;
  if (error == 0) return fd;
  close(fd);
  return error;
}
enum {
  AG_FOR_READING = O_RDONLY,
  AG_FOR_BOTH = O_RDWR,
  AG_OR_CREATED = O_RDWR | O_CREAT,
  // −EEXIST where anything is, a link to nowhere included.
  AG_CREATED_ONLY = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
};

// A device's own request; its argument is the caller's memory, or a number in a pointer's place.
AG_INLINE int32_t ag_control(int32_t fd, unsigned long request, void *_Nullable argument) {
  return (int32_t)ag_result(TEMP_FAILURE_RETRY(ioctl(fd, request, argument)));
}

AG_INLINE int32_t ag_close(int32_t fd) { return (int32_t)ag_result(close(fd)); }

AG_INLINE int64_t ag_read(int32_t fd, void *bytes, int64_t count) {
  return ag_result(TEMP_FAILURE_RETRY(read(fd, bytes, (size_t)count)));
}

AG_INLINE int64_t ag_pread(int32_t fd, void *bytes, int64_t count, int64_t offset) {
  return ag_result(TEMP_FAILURE_RETRY(pread(fd, bytes, (size_t)count, (off_t)offset)));
}

AG_INLINE int64_t ag_write(int32_t fd, const void *bytes, int64_t count) {
  return ag_result(TEMP_FAILURE_RETRY(write(fd, bytes, (size_t)count)));
}

// Size of a regular file in bytes; −EINVAL for anything that is not one.
AG_INLINE int64_t ag_file_size(int32_t fd) {
  struct stat s;
  if (fstat(fd, &s) < 0) return -errno;
  return S_ISREG(s.st_mode) ? (int64_t)s.st_size : -EINVAL;
}

// Which file something is, whatever its name, and how long; zeroes for what is not there.
struct ag_file_identity {
  uint64_t device;
  uint64_t inode;
  int64_t size;
};
AG_INLINE struct ag_file_identity ag_identity_of_file(int32_t fd) {
  struct stat s;
  if (fstat(fd, &s) < 0) return (struct ag_file_identity){0};
  return (struct ag_file_identity){(uint64_t)s.st_dev, (uint64_t)s.st_ino, (int64_t)s.st_size};
}
// The kernel reports a removal before the name is gone: until then the file without links is found by it.
AG_INLINE struct ag_file_identity ag_identity_of_path(const char *path) {
  struct stat s;
  if (stat(path, &s) < 0 || s.st_nlink == 0) return (struct ag_file_identity){0};
  return (struct ag_file_identity){(uint64_t)s.st_dev, (uint64_t)s.st_ino, (int64_t)s.st_size};
}

AG_INLINE int32_t ag_truncate(int32_t fd, int64_t size) {
  return (int32_t)ag_result(TEMP_FAILURE_RETRY(ftruncate(fd, (off_t)size)));
}

// Takes the blocks now: writing into a hole of a full disk would be a SIGBUS later.
AG_INLINE int32_t ag_allocate(int32_t fd, int64_t size) {
  int r;
  do r = posix_fallocate(fd, 0, (off_t)size); while (r == EINTR);
  return -r;
}

AG_INLINE int32_t ag_rename(const char *from, const char *to) { return (int32_t)ag_result(rename(from, to)); }
AG_INLINE int32_t ag_unlink(const char *path) { return (int32_t)ag_result(unlink(path)); }
AG_INLINE int32_t ag_memory_file(void) {
  return (int32_t)ag_result(memfd_create("afterglow-archive", MFD_CLOEXEC | MFD_ALLOW_SEALING));
}
// From now on no process can change a memory file, whichever has a descriptor of it: neither its bytes nor its length nor this.
AG_INLINE int32_t ag_seal(int32_t fd) {
  return (int32_t)ag_result(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL));
}

// Whether this process is root that was given a group on purpose, whose members may talk to it.
AG_INLINE int32_t ag_admits_group(void) { return geteuid() == 0 && getegid() != 0; }

// `path` with ".new" after it, in `room` bytes; −ENAMETOOLONG when it does not fit.
AG_INLINE int32_t ag_temporary_name(char *out, int32_t room, const char *path) {
  size_t n = strlen(path);
  if (n == 0 || n + 5 > (size_t)room) return -ENAMETOOLONG;
  memcpy(out, path, n);
  memcpy(out + n, ".new", 5);
  return 0;
}

AG_INLINE int64_t ag_send_file(int32_t out, int32_t in, int64_t *offset, int64_t count) {
  off_t at = (off_t)*offset;
  ssize_t n = (ssize_t)TEMP_FAILURE_RETRY(sendfile(out, in, &at, (size_t)count));
  *offset = (int64_t)at;
  return ag_result(n);
}

// Memory

AG_INLINE void *_Nullable ag_reserve(int64_t size) {
  void *p = mmap(0, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? 0 : p;
}

// Each page of the region is locked as it comes (Linux 4.4); where it cannot be, nothing is lost.
AG_INLINE void ag_lock_on_touch(void *base, int64_t size) {
  (void)!mlock2(base, (size_t)size, MLOCK_ONFAULT);
}

// Whole pages inside the region alone; a kernel that cannot do it says so, and nothing is lost.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
AG_INLINE void ag_make_resident(void *base, int64_t size) {
  uintptr_t first = ((uintptr_t)base + 4095) & ~(uintptr_t)4095;
  uintptr_t last = ((uintptr_t)base + (uintptr_t)size) & ~(uintptr_t)4095;
  if (first < last) madvise((void *)first, last - first, MADV_POPULATE_WRITE);
}

AG_INLINE void *_Nullable ag_map_shared(int32_t fd, int64_t size) {
  void *p = mmap(0, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return p == MAP_FAILED ? 0 : p;
}

// For this process alone: children do not get the mapping. Private, because kernels before 6.7 take a shared one of a
// sealed file for a wish to write; nothing is copied, since nothing is written.
AG_INLINE void *_Nullable ag_map_for_reading(int32_t fd, int64_t size) {
  void *p = mmap(0, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED) return 0;
  madvise(p, (size_t)size, MADV_DONTFORK);
  return p;
}

AG_INLINE int32_t ag_unmap(void *base, int64_t size) { return (int32_t)ag_result(munmap(base, (size_t)size)); }

// The kernel's account of this process, to be asked later; −errno without /proc.
AG_INLINE int32_t ag_open_status(void) { return ag_open_read("/proc/self/status"); }

// A field of an open status file in KiB (proc(5)), such as "VmHWM:"; -1 = not there.
AG_INLINE int64_t ag_status_kib(int32_t status, const char *field) {
  char text[2048];
  int64_t n = status < 0 ? 0 : ag_pread(status, text, sizeof text, 0), length = (int64_t)__builtin_strlen(field);
  for (int64_t i = 0; i + length < n; i++) {
    if (memcmp(text + i, field, (size_t)length) != 0) continue;
    int64_t value = 0;
    for (i += length; i < n && text[i] != '\n'; i++)
      if (text[i] >= '0' && text[i] <= '9') value = value * 10 + (text[i] - '0');
    return value;
  }
  return -1;
}

// Largest resident set so far in KiB. Without a status file getrusage's, which also counts what the process was before it
// became this program.
AG_INLINE int64_t ag_peak_resident_kib(int32_t status) {
  int64_t peak = ag_status_kib(status, "VmHWM:");
  struct rusage u;
  return peak >= 0 ? peak : getrusage(RUSAGE_SELF, &u) < 0 ? 0 : (int64_t)u.ru_maxrss;
}

// Resident memory without the pages of files.
AG_INLINE int64_t ag_own_resident_kib(int32_t status) {
  int64_t anonymous = ag_status_kib(status, "RssAnon:"), shared = ag_status_kib(status, "RssShmem:");
  return anonymous < 0 || shared < 0 ? 0 : anonymous + shared;
}

// How deep the stack went: fill `depth` bytes below the caller with a pattern, look later how much of it is left.
#define AG_STACK_PATTERN 0x5AA5C33Cu
__attribute__((noinline, unused)) static uintptr_t ag_stack_paint(int32_t depth) {
  volatile uint32_t *low = (volatile uint32_t *)__builtin_alloca((size_t)depth);
  for (int32_t i = 0; i < depth / 4; i++) low[i] = AG_STACK_PATTERN;
  return (uintptr_t)low;
}
AG_INLINE int64_t ag_stack_used(uintptr_t low, int32_t depth) {
  volatile uint32_t *p = (volatile uint32_t *)low;
  int32_t clean = 0;
  while (clean < depth / 4 && p[clean] == AG_STACK_PATTERN) clean++;
  return (int64_t)depth - 4 * (int64_t)clean;
}

// Clocks

AG_INLINE int64_t ag_clock_ms(int32_t clock) {
  struct timespec t;
  if (clock_gettime(clock, &t) < 0) return 0;
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
AG_INLINE int64_t ag_realtime_ms(void) { return ag_clock_ms(CLOCK_REALTIME); }
AG_INLINE int64_t ag_boottime_ms(void) { return ag_clock_ms(CLOCK_BOOTTIME); }

AG_INLINE void ag_sleep_ms(int64_t ms) {
  struct timespec t = {ms / 1000, (ms % 1000) * 1000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t) == EINTR) {}
}

// 1 when the kernel's clock is synchronised, 0 when not (TIME_ERROR or STA_UNSYNC), −errno when it cannot be asked.
AG_INLINE int32_t ag_clock_synchronised(void) {
  struct timex t = {0};
  int state = adjtimex(&t);
  if (state < 0) return -errno;
  return state != TIME_ERROR && !(t.status & STA_UNSYNC);
}

AG_INLINE int32_t ag_timer_realtime(void) {
  return (int32_t)ag_result(timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK));
}
AG_INLINE int32_t ag_timer_boottime(void) {
  return (int32_t)ag_result(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK));
}

// Arms an absolute timer. Returns 1 when the clock was set since the last read: the timer is armed all the same
// (timerfd_create(2); docs/rules.md, Set clocks).
AG_INLINE int32_t ag_timer_arm(int32_t fd, int64_t ms, int32_t cancel_on_set) {
  struct itimerspec s = {0};
  if (ms < 1) ms = 1;  // zero would disarm
  s.it_value.tv_sec = (time_t)(ms / 1000);
  s.it_value.tv_nsec = (long)(ms % 1000) * 1000000;
  if (timerfd_settime(fd, TFD_TIMER_ABSTIME | (cancel_on_set ? TFD_TIMER_CANCEL_ON_SET : 0), &s, 0) == 0) return 0;
  return errno == ECANCELED ? 1 : -errno;
}
AG_INLINE int32_t ag_timer_disarm(int32_t fd) {
  struct itimerspec s = {0};
  return timerfd_settime(fd, 0, &s, 0) == 0 ? 0 : -errno;
}
// Expirations since the last read; 0 = none, −ECANCELED = the clock was set.
AG_INLINE int64_t ag_timer_read(int32_t fd) {
  uint64_t n = 0;
  int64_t r = ag_read(fd, &n, 8);
  if (r == -EAGAIN) return 0;
  return r < 0 ? r : (int64_t)n;
}

// Waiting. One struct for both sides of the border; same layout as struct pollfd.

struct ag_poll_entry {
  int32_t fd;
  int16_t events;
  int16_t revents;
};
_Static_assert(sizeof(struct ag_poll_entry) == sizeof(struct pollfd), "pollfd");
enum { AG_READABLE = POLLIN, AG_WRITABLE = POLLOUT };

// timeout_ms < 0 = none. 0 also when a signal came first.
AG_INLINE int32_t ag_poll(struct ag_poll_entry *entries, int32_t count, int64_t timeout_ms) {
  struct timespec t = {timeout_ms / 1000, (timeout_ms % 1000) * 1000000};
  int r = ppoll((struct pollfd *)entries, (nfds_t)count, timeout_ms < 0 ? 0 : &t, 0);
  return r < 0 ? (errno == EINTR ? 0 : -errno) : r;
}

// Processes and signals

AG_INLINE int32_t ag_fork(void) { return (int32_t)ag_result(fork()); }
AG_INLINE int32_t ag_pid(void) { return (int32_t)getpid(); }
__attribute__((noreturn)) AG_INLINE void ag_exit_now(int32_t status) { _exit(status); }
AG_INLINE void ag_name_process(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
AG_INLINE int32_t ag_kill(int32_t pid, int32_t sig) { return (int32_t)ag_result(kill(pid, sig)); }
enum { AG_SIGKILL = SIGKILL, AG_SIGTERM = SIGTERM, AG_SIGCHLD = SIGCHLD, AG_SIGHUP = SIGHUP };

// Waits for a child that was killed; the kernel does not let it live on.
AG_INLINE int32_t ag_reap_waiting(int32_t pid) { return (int32_t)ag_result(TEMP_FAILURE_RETRY(waitpid(pid, 0, 0))); }

// The child's process id when it has ended, 0 when not; `status` gets its exit code, or 128 + signal.
AG_INLINE int32_t ag_reap(int32_t pid, int32_t *status) {
  int s = 0;
  pid_t r = (pid_t)TEMP_FAILURE_RETRY(waitpid(pid, &s, WNOHANG));
  if (r > 0) *status = WIFEXITED(s) ? WEXITSTATUS(s) : 128 + WTERMSIG(s);
  return (int32_t)ag_result(r);
}

// Blocks SIGINT, SIGTERM, SIGHUP and SIGCHLD and gives a descriptor that reports them instead.
AG_INLINE int32_t ag_signal_descriptor(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGCHLD);
  if (sigprocmask(SIG_BLOCK, &set, 0) < 0) return -errno;
  return (int32_t)ag_result(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}
// The next pending signal, 0 = none.
AG_INLINE int32_t ag_signal_next(int32_t fd) {
  struct signalfd_siginfo info;
  int64_t r = ag_read(fd, &info, sizeof info);
  if (r == -EAGAIN) return 0;
  return r == (int64_t)sizeof info ? (int32_t)info.ssi_signo : (int32_t)r;
}
// In the renderer: Ctrl-C, hang-ups and a service's stop reach the whole group, but the guard decides.
AG_INLINE void ag_signals_of_child(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_SETMASK, &set, 0);
}
AG_INLINE void ag_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

// errno's words, for messages.
AG_INLINE const char *ag_errno_text(int32_t e) { return strerror(e); }

#pragma clang assume_nonnull end

#include "ag_socket.h"

#include "ag_bus.h"
#include "ag_console.h"
#include "ag_ddc.h"
#include "ag_descriptors.h"
#include "ag_drm.h"
#include "ag_filewatch.h"
#include "ag_folder.h"
#include "ag_framebuffer.h"
#include "ag_holder.h"
#include "ag_input.h"
#include "ag_sysfs.h"
#include "ag_uevent.h"
#include "ag_lockdown.h"
#include "ag_notify.h"
