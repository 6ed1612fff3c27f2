// News of files that this process has open, and others may delete, move or cut short (inotify).
#pragma once

#include "CLinux.h"

#include <sys/inotify.h>

#pragma clang assume_nonnull begin

AG_INLINE int32_t ag_file_watch_open(void) { return (int32_t)ag_result(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)); }

// A removed name is a changed number of links. Stores into a mapping are no news: only what others write and cut is.
AG_INLINE int32_t ag_file_watch_add(int32_t watch, const char *path) {
  return (int32_t)ag_result(inotify_add_watch(watch, path, IN_ATTRIB | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF));
}

AG_INLINE void ag_file_watch_remove(int32_t watch, int32_t file) { (void)inotify_rm_watch(watch, file); }

// Takes what has come; whether there was anything. What does not fit comes the next time.
AG_INLINE int32_t ag_file_watch_take(int32_t watch) {
  char events[4096];
  return ag_read(watch, events, sizeof events) > 0;
}

#pragma clang assume_nonnull end
