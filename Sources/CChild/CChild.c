#define _GNU_SOURCE 1
#include "CChild.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void limit(int resource, uint64_t value) {
  struct rlimit both = {(rlim_t)value, (rlim_t)value};
  // A lower limit that holds already is as good.
  (void)!setrlimit((__rlimit_resource_t)resource, &both);
}

// Without close_range (Linux before 5.9) one by one, within the bounds of the firmware's ag_close_range: no room may see both.
static void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0) == 0) return;
#endif
  struct rlimit most;
  long end = 1024;
  if (getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur > 1024) end = most.rlim_cur > 65536 ? 65536 : (long)most.rlim_cur;
  for (long descriptor = first; descriptor < end; descriptor++) close((int)descriptor);
}

// Between fork and exec: nothing but what a signal handler may call.
static void become(
    const char *path, char *const *arguments, char *const *environment, int input, int output, int errors, pid_t parent,
    const struct ag_child_limits *limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(AG_CHILD_NOT_STARTED);
  // A program of another user's rights would forget the line above.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Clear of what is overwritten: a parent without standard input may have been given its number.
  input = fcntl(input, F_DUPFD, 3);
  output = fcntl(output, F_DUPFD, 3);
  if (errors >= 0) errors = fcntl(errors, F_DUPFD, 3);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0) _exit(AG_CHILD_NOT_STARTED);
  if (errors >= 0 && dup2(errors, 2) < 0) _exit(AG_CHILD_NOT_STARTED);
  close_from(3);
  limit(RLIMIT_AS, limits->memory_bytes);
  limit(RLIMIT_CPU, limits->processor_seconds);
  limit(RLIMIT_NOFILE, limits->open_files);
  limit(RLIMIT_FSIZE, limits->file_bytes);
  limit(RLIMIT_CORE, 0);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  if (chdir("/") == 0) execve(path, arguments, environment);
  _exit(AG_CHILD_NOT_STARTED);
}

int32_t ag_child_pipe(int32_t *ends) { return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0; }

int32_t ag_child_start(
    const char *path, char *const *arguments, char *const *environment, int32_t input, int32_t output, int32_t errors,
    const struct ag_child_limits *limits) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) become(path, arguments, environment, input, output, errors, parent, limits);
  // Whichever comes first: its group exists before it can be killed.
  setpgid(child, child);
  return child;
}

int32_t ag_child_has_ended(int32_t child) {
  siginfo_t info;
  info.si_pid = 0;
  int r;
  do r = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT); while (r < 0 && errno == EINTR);
  return r < 0 || info.si_pid == child;
}

int32_t ag_child_end(int32_t child) {
  // The leader is not collected yet, so that its number still means its group.
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  for (int i = 0; i < 1000; i++) {
    int status = 0;
    pid_t r = waitpid(child, &status, WNOHANG);
    if (r == child) return WIFSIGNALED(status) ? AG_CHILD_SIGNALLED | WTERMSIG(status) : WEXITSTATUS(status);
    if (r < 0 && errno != EINTR) return -errno;
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, 0);
  }
  return -ETIMEDOUT;
}
