// Which process holds a device open.
#pragma once

#include "CLinux.h"
#include "ag_sysfs.h"

#pragma clang assume_nonnull begin

// Whether a process has this file open, by its path.
AG_INLINE int32_t ag_process_holds(const char *pid, const char *device) {
  char folder[64], target[256], buffer[2048] __attribute__((aligned(8)));
  char path[AG_PATH_ROOM];
  if (ag_join(path, "/proc", pid, "fd") < 0 || strlen(path) >= sizeof folder) return 0;
  memcpy(folder, path, strlen(path) + 1);
  int fd = (int)TEMP_FAILURE_RETRY(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd < 0) return 0;
  int32_t holds = 0;
  ssize_t n;
  while (!holds && (n = getdents64(fd, buffer, sizeof buffer)) > 0)
    for (ssize_t at = 0; at < n && !holds;) {
      struct dirent64 *entry = (struct dirent64 *)(buffer + at);
      at += entry->d_reclen;
      if (ag_join(path, folder, entry->d_name, "") < 0) continue;
      ssize_t size = readlink(path, target, sizeof target - 1);
      if (size <= 0) continue;
      target[size] = 0;
      holds = strcmp(target, device) == 0;
    }
  close(fd);
  return holds;
}

// The first other process after `after` (by the kernel's order, 0 = from the start) that holds `device`; 0 = none.
AG_INLINE int32_t ag_next_holder(const char *device, int32_t after) {
  char buffer[2048] __attribute__((aligned(8)));
  int fd = (int)TEMP_FAILURE_RETRY(open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd < 0) return 0;
  int32_t found = 0;
  ssize_t n;
  while (!found && (n = getdents64(fd, buffer, sizeof buffer)) > 0)
    for (ssize_t at = 0; at < n && !found;) {
      struct dirent64 *entry = (struct dirent64 *)(buffer + at);
      at += entry->d_reclen;
      int32_t pid = 0;
      for (const char *c = entry->d_name; *c; c++) {
        if (*c < '0' || *c > '9' || pid > 100000000) {
          pid = 0;
          break;
        }
        pid = pid * 10 + (*c - '0');
      }
      if (pid > after && pid != (int32_t)getpid() && ag_process_holds(entry->d_name, device)) found = pid;
    }
  close(fd);
  return found;
}

// A file of /proc/PID into `room` bytes with a zero byte after it; its length or −errno. What does not fit is cut off.
AG_INLINE int32_t ag_process_text(int32_t pid, const char *leaf, char *out, int32_t room) {
  char name[24], path[AG_PATH_ROOM];
  int at = sizeof name - 1;
  name[at] = 0;
  do name[--at] = (char)('0' + pid % 10); while ((pid /= 10) > 0);
  out[0] = 0;
  int32_t fd = ag_join(path, "/proc", name + at, leaf);
  if (fd >= 0) fd = ag_open_read(path);
  if (fd < 0) return fd;
  int64_t n = ag_pread(fd, out, room - 1, 0);
  ag_close(fd);
  out[n < 0 ? 0 : n] = 0;
  return (int32_t)n;
}

#pragma clang assume_nonnull end
