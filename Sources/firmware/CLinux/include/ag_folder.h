// The folder that a running panel's files are in, and the one around it.
#pragma once

#include "CLinux.h"

#pragma clang assume_nonnull begin

// How many folders around a file are looked after.
enum { AG_FOLDER_LEVELS = 2 };

// The folder `level` steps around the file at `path`, into `out`, of 1024 bytes: 0 is the one that it lies in. 0 = there is
// none to look after: the file lies in the working folder, or in the root.
AG_INLINE int32_t ag_folder_around(char *out, const char *path, int32_t level) {
  size_t n = strlen(path);
  if (n + 1 > 1024) return -ENAMETOOLONG;
  memcpy(out, path, n + 1);
  for (int32_t i = 0; i <= level; i++) {
    while (n > 0 && out[n - 1] != '/') n--;
    while (n > 1 && out[n - 1] == '/') n--;
  }
  out[n] = 0;
  return n > 0 && !(n == 1 && out[0] == '/');
}

// Whom a folder belongs to; of a link, whom that belongs to. −1 = it is not there.
AG_INLINE int64_t ag_folder_owner(const char *path, int32_t level) {
  char folder[1024];
  struct stat s;
  if (ag_folder_around(folder, path, level) <= 0 || lstat(folder, &s) < 0) return -1;
  return (int64_t)s.st_uid;
}

// Makes a folder where it is missing: for this user alone, or also for the group that it lets talk to it, as the service
// has it. −EPERM where it belongs to another user by now, neither root nor `owner` (−1 = none): in /tmp anybody may
// have been quicker.
AG_INLINE int32_t ag_restore_folder(const char *path, int32_t level, int64_t owner) {
  char folder[1024];
  int32_t found = ag_folder_around(folder, path, level);
  if (found <= 0) return found;
  mode_t mode = !ag_admits_group() ? 0700 : level == 0 ? 0770 : 0750;
  mode_t old = umask(0);
  int made = mkdirat(AT_FDCWD, folder, mode);
  int made_errno = errno;
  umask(old);
  if (made < 0 && made_errno != EEXIST) return -made_errno;
  struct stat s;
  if (lstat(folder, &s) < 0) return -errno;
  return s.st_uid == geteuid() || s.st_uid == 0 || (int64_t)s.st_uid == owner ? 0 : -EPERM;
}

#pragma clang assume_nonnull end
