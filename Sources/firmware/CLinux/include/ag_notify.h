// What is sent to a service manager (sd_notify(3)): lines of text on a datagram socket that it names in the environment.
// And whether its journal reads what this process writes.
#pragma once

#include "CLinux.h"

#pragma clang assume_nonnull begin

// A socket that reaches the service manager; −ENODATA when there is none. Its address is a path, or begins with @ for one
// without a file.
AG_INLINE int32_t ag_notify_open(void) {
  const char *name = getenv("NOTIFY_SOCKET");
  if (!name || !name[0]) return -ENODATA;
  struct sockaddr_un a;
  int e = ag_address(&a, name);
  if (e < 0) return e;
  if (name[0] != '/' && name[0] != '@') return -EAFNOSUPPORT;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
  if (name[0] == '@') a.sun_path[0] = 0; else size++;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  if (TEMP_FAILURE_RETRY(connect(fd, (struct sockaddr *)&a, size)) < 0) {
    e = -errno;
    close(fd);
    return e;
  }
  return fd;
}

// How often it wants to hear from us, in ms; 0 = it does not watch this process.
AG_INLINE int64_t ag_notify_watchdog_ms(void) {
  const char *limit = getenv("WATCHDOG_USEC");
  if (!limit || !limit[0]) return 0;
  int64_t microseconds = 0;
  for (const char *p = limit; *p; p++) {
    if (*p < '0' || *p > '9' || microseconds > INT64_MAX / 100) return 0;
    microseconds = microseconds * 10 + (*p - '0');
  }
  const char *who = getenv("WATCHDOG_PID");
  if (who && who[0]) {
    int64_t pid = 0;
    for (const char *p = who; *p >= '0' && *p <= '9' && pid < INT32_MAX; p++) pid = pid * 10 + (*p - '0');
    if (pid != (int64_t)getpid()) return 0;
  }
  return microseconds / 1000;
}

// Whether standard error is the stream of the journal that JOURNAL_STREAM names (systemd.exec(5)).
AG_INLINE int32_t ag_is_journal(const char *stream) {
  uint64_t numbers[2] = {0, 0};
  int at = 0;
  for (const char *p = stream; *p; p++) {
    if (*p == ':' && at == 0) at = 1;
    else if (*p >= '0' && *p <= '9') numbers[at] = numbers[at] * 10 + (uint64_t)(*p - '0');
    else return 0;
  }
  struct stat s;
  if (at == 0 || fstat(STDERR_FILENO, &s) < 0) return 0;
  return numbers[0] == (uint64_t)s.st_dev && numbers[1] == (uint64_t)s.st_ino;
}

// The variable is inherited, also by a program whose output goes elsewhere: then it is emptied. Before the first line,
// because a confined process may not ask for the stream's number.
AG_INLINE void ag_find_journal(void) {
  char *_Nullable stream = getenv("JOURNAL_STREAM");
  if (stream && !ag_is_journal(stream)) stream[0] = 0;
}

// Whether each line has a priority in front of it. After `ag_find_journal`; no call of the kernel.
AG_INLINE int32_t ag_has_journal(void) {
  const char *_Nullable stream = getenv("JOURNAL_STREAM");
  return stream && stream[0];
}

#pragma clang assume_nonnull end
