#define _GNU_SOURCE 1
#include "Program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What a child gets of the environment

static int is_passed(const char *variable) {
  static const char *const names[] = {
      "PATH=", "HOME=", "USER=", "LOGNAME=", "SHELL=", "LANG=", "LANGUAGE=", "TZ=", "TZDIR=", "TMPDIR=", "LD_LIBRARY_PATH=",
      "SSL_CERT_FILE=", "SSL_CERT_DIR=", "http_proxy=", "https_proxy=", "all_proxy=", "no_proxy=", "HTTP_PROXY=",
      "HTTPS_PROXY=", "ALL_PROXY=", "NO_PROXY=",
      // Beginnings of names.
      "LC_", "XDG_", "FONTCONFIG_", "AFTERGLOW_",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strncmp(variable, names[i], strlen(names[i])) == 0) return 1;
  }
  return 0;
}

// Whether a variable of the same name is among the additions. Of two with one name a shell uses the last.
static int is_among(const char *variable, const char *const *additions) {
  size_t length = strcspn(variable, "=") + 1;
  for (; *additions; additions++) {
    if (strncmp(variable, *additions, length) == 0) return 1;
  }
  return 0;
}

// Pointers to the additions and to the parent's other variables; null without memory.
char **ag_child_environment(const char *const *additions) {
  size_t count = 1;
  for (char **variable = environ; variable && *variable; variable++) count++;
  for (const char *const *addition = additions; *addition; addition++) count++;
  char **passed = calloc(count, sizeof *passed);
  if (!passed) return 0;
  size_t place = 0;
  for (const char *const *addition = additions; *addition; addition++) passed[place++] = (char *)*addition;
  for (char **variable = environ; variable && *variable; variable++) {
    if (is_passed(*variable) && !is_among(*variable, additions)) passed[place++] = *variable;
  }
  return passed;
}

// Its start and its end

void ag_child_limit(int resource, uint64_t value) {
  struct rlimit both = {(rlim_t)value, (rlim_t)value};
  // A lower limit that holds already is as good.
  (void)!setrlimit((__rlimit_resource_t)resource, &both);
}

// Without close_range (Linux before 5.9) one by one, within the bounds of the firmware's ag_close_range: no room may see both.
void ag_child_close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0) == 0) return;
#endif
  struct rlimit most;
  long end = 1024;
  if (getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur > 1024) end = most.rlim_cur > 65536 ? 65536 : (long)most.rlim_cur;
  for (long descriptor = first; descriptor < end; descriptor++) close((int)descriptor);
}

int32_t ag_child_pipe(int32_t *ends) { return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0; }

int32_t ag_child_has_ended(int32_t child) {
  siginfo_t info;
  info.si_pid = 0;
  int r;
  do r = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT); while (r < 0 && errno == EINTR);
  return r < 0 || info.si_pid == child;
}
