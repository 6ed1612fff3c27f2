// Folders and small text files of sysfs, and the pipe of a process that reads them. Nothing here allocates: names and
// texts go into the caller's memory, which they always leave with a zero byte at the end.
#pragma once

#include "CLinux.h"

#include <dirent.h>
#include <sys/syscall.h>

#pragma clang assume_nonnull begin

enum { AG_PATH_ROOM = 1024 };

// A copy that is cut where the room ends; its length.
AG_INLINE int32_t ag_copy_text(char *out, int32_t room, const char *_Nullable text) {
  size_t n = text ? strlen(text) : 0;
  if (n + 1 > (size_t)room) n = (size_t)room - 1;
  if (n > 0) memcpy(out, text, n);
  out[n] = 0;
  return (int32_t)n;
}

// "a/b/c"; empty parts are left out with their slash. −ENAMETOOLONG when it does not fit.
AG_INLINE int32_t ag_join(char *out, const char *a, const char *b, const char *c) {
  const char *parts[3] = {a, b, c};
  size_t at = 0;
  for (int i = 0; i < 3; i++) {
    size_t n = strlen(parts[i]);
    if (n == 0) continue;
    if (at + n + 2 > AG_PATH_ROOM) return -ENAMETOOLONG;
    if (at > 0) out[at++] = '/';
    memcpy(out + at, parts[i], n);
    at += n;
  }
  out[at] = 0;
  return (int32_t)at;
}

// Shorter names first, then by bytes, so that device10 comes after device9.
AG_INLINE int32_t ag_name_order(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  return n != m ? (n < m ? -1 : 1) : strcmp(a, b);
}

// The entry of `folder` that follows `after` in that order ("" = the first), without "." and "..". 1, or 0 when there is
// none, or −errno. An entry that does not fit into `room` is left out.
AG_INLINE int32_t ag_next_name(const char *folder, const char *after, char *out, int32_t room) {
  int fd = (int)TEMP_FAILURE_RETRY(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd < 0) return -errno;
  char buffer[2048] __attribute__((aligned(8)));
  int32_t found = 0;
  for (;;) {
    ssize_t n = getdents64(fd, buffer, sizeof buffer);
    if (n <= 0) {
      if (n < 0) found = -errno;
      break;
    }
    for (ssize_t at = 0; at < n;) {
      struct dirent64 *entry = (struct dirent64 *)(buffer + at);
      at += entry->d_reclen;
      const char *name = entry->d_name;
      if (strlen(name) + 1 > (size_t)room || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
      if (ag_name_order(name, after) <= 0 || (found && ag_name_order(name, out) >= 0)) continue;
      memcpy(out, name, strlen(name) + 1);
      found = 1;
    }
  }
  close(fd);
  return found;
}

// The text of an open file into `room` bytes with a zero byte after it; its length, or −errno. −EFBIG when it is longer.
AG_INLINE int32_t ag_reread_text(int32_t fd, char *out, int32_t room) {
  int64_t n = ag_pread(fd, out, room, 0);
  if (n >= room) n = -EFBIG;
  out[n < 0 ? 0 : n] = 0;
  return (int32_t)n;
}

// The same of a small file that is opened for it.
AG_INLINE int32_t ag_read_text(const char *folder, const char *entry, const char *leaf, char *out, int32_t room) {
  char path[AG_PATH_ROOM];
  out[0] = 0;
  int32_t fd = ag_join(path, folder, entry, leaf);
  if (fd >= 0) fd = ag_open_read(path);
  if (fd < 0) return fd;
  int32_t n = ag_reread_text(fd, out, room);
  ag_close(fd);
  return n;
}

// 1 when the file is there, 0 when not; opens nothing, and needs no more than a reader's system calls.
AG_INLINE int32_t ag_exists(const char *folder, const char *entry, const char *leaf) {
  char path[AG_PATH_ROOM];
  if (ag_join(path, folder, entry, leaf) < 0) return 0;
  int32_t fd = (int32_t)TEMP_FAILURE_RETRY(open(path, O_PATH | O_CLOEXEC));
  if (fd >= 0) close(fd);
  return fd >= 0;
}

// Where an industrial I/O device reports its events; −EBUSY when another program has it. Reading it waits for one.
AG_INLINE int32_t ag_iio_events(const char *name) {
  char path[AG_PATH_ROOM];
  int32_t fd = ag_join(path, "/dev", name, "");
  if (fd >= 0) fd = ag_open_read(path);
  if (fd < 0) return fd;
  int events = -1;
  // IIO_GET_EVENT_FD_IOCTL
  int32_t status = ag_control(fd, _IOR('i', 0x90, int), &events);
  ag_close(fd);
  return status < 0 ? status : events;
}

// Opens a file of sysfs for reading and writing.
AG_INLINE int32_t ag_open_attribute(const char *folder, const char *entry, const char *leaf) {
  char path[AG_PATH_ROOM];
  int32_t n = ag_join(path, folder, entry, leaf);
  return n < 0 ? n : ag_open_read_write(path);
}

// Writes a text as a whole, as sysfs wants it.
AG_INLINE int32_t ag_write_text(int32_t fd, const char *text) {
  return TEMP_FAILURE_RETRY(pwrite(fd, text, strlen(text), 0)) < 0 ? -errno : 0;
}

// Writes a number as a whole, as sysfs wants it.
AG_INLINE int32_t ag_write_number(int32_t fd, int64_t value) {
  char digits[24] = {0};
  int at = sizeof digits - 1;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do digits[--at] = (char)('0' + rest % 10); while ((rest /= 10) > 0);
  if (value < 0) digits[--at] = '-';
  return ag_write_text(fd, digits + at);
}

// The last part of what a link points to; −errno when it is no link.
AG_INLINE int32_t ag_link_name(const char *folder, const char *entry, const char *leaf, char *out, int32_t room) {
  char path[AG_PATH_ROOM], target[AG_PATH_ROOM];
  out[0] = 0;
  int32_t n = ag_join(path, folder, entry, leaf);
  if (n < 0) return n;
  ssize_t size = readlink(path, target, sizeof target - 1);
  if (size < 0) return -errno;
  target[size] = 0;
  const char *last = target;
  for (ssize_t i = 0; i < size; i++)
    if (target[i] == '/') last = target + i + 1;
  size_t length = strlen(last);
  if (length + 1 > (size_t)room) return -ENAMETOOLONG;
  memcpy(out, last, length + 1);
  return (int32_t)length;
}

// The reading end does not wait, the writing end does.
AG_INLINE int32_t ag_pipe(int32_t *ends) {
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0) {
    int32_t error = -errno;
    close(ends[0]);
    close(ends[1]);
    return error;
  }
  return 0;
}

// Ends this process when `parent` ends, wherever it is just then; −ESRCH when that has happened already.
AG_INLINE int32_t ag_die_with(int32_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return -errno;
  return getppid() == parent ? 0 : -ESRCH;
}

// Waits until the reader of a pipe is gone (1) or the time is over (0).
AG_INLINE int32_t ag_wait_for_end(int32_t fd, int64_t ms) {
  struct ag_poll_entry entry = {fd, 0, 0};
  return ag_poll(&entry, 1, ms) > 0;
}

#pragma clang assume_nonnull end
