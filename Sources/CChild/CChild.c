#define _GNU_SOURCE 1
#include "CChild.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// What a child is kept from

// Landlock (landlock(7)), as numbers: headers before Linux 5.13 have none of it.
enum {
  CALL_CREATE_RULESET = 444,
  CALL_ADD_RULE = 445,
  CALL_RESTRICT_SELF = 446,
  RULE_PATH_BENEATH = 1,
  CREATE_RULESET_VERSION = 1,
  ACCESS_READ_FILE = 1 << 2,
  // Moves and links between folders, which would take a file to where it can be read; since version 2.
  ACCESS_REFER = 1 << 13,
};
struct ruleset_attributes { uint64_t handled_access_fs; };
struct path_beneath { uint64_t allowed_access; int32_t parent_fd; } __attribute__((packed));

static const char *hidden[8];
static int hidden_count;

void ag_child_hide(const char *const *folders) {
  while (hidden_count > 0) free((char *)hidden[--hidden_count]);
  for (; *folders && hidden_count < 8; folders++) {
    char real[PATH_MAX];
    // One that is not there yet is hidden under the name that it will have.
    const char *path = realpath(*folders, real) ? real : *folders;
    if (path[0] == '/' && (hidden[hidden_count] = strdup(path))) hidden_count++;
  }
}

static long version(void) { return syscall(CALL_CREATE_RULESET, 0, 0, CREATE_RULESET_VERSION); }

int32_t ag_child_can_hide(void) { return version() >= 1; }

static void allow(int ruleset, uint64_t access, const char *path) {
  int descriptor = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && !S_ISLNK(status.st_mode)) {
    if (!S_ISDIR(status.st_mode)) access &= ACCESS_READ_FILE;
    struct path_beneath rule = {access, descriptor};
    syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
  }
  close(descriptor);
}

// Rules only allow. So everything next to the way to a hidden folder is allowed, and the way itself is not.
static void allow_all_but_hidden(int ruleset, uint64_t access, const char *folder) {
  DIR *entries = opendir(folder[0] ? folder : "/");
  if (!entries) return;
  struct dirent *entry;
  while ((entry = readdir(entries))) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (length < 0 || length >= (int)sizeof path) continue;
    int is_hidden = 0, is_way = 0;
    for (int i = 0; i < hidden_count; i++) {
      if (strncmp(hidden[i], path, (size_t)length) != 0) continue;
      is_hidden |= hidden[i][length] == 0;
      is_way |= hidden[i][length] == '/';
    }
    if (is_hidden) continue;
    if (is_way) allow_all_but_hidden(ruleset, access, path);
    else allow(ruleset, access, path);
  }
  closedir(entries);
}

// A ruleset for a child, or −1: nothing is hidden, or the kernel cannot.
static int shield(void) {
  if (hidden_count == 0) return -1;
  long found = version();
  if (found < 1) return -1;
  // Version 1 refuses such moves without being asked.
  uint64_t access = ACCESS_READ_FILE | (found >= 2 ? ACCESS_REFER : 0);
  struct ruleset_attributes attributes = {access};
  int ruleset = (int)syscall(CALL_CREATE_RULESET, &attributes, sizeof attributes, 0);
  if (ruleset >= 0) allow_all_but_hidden(ruleset, access, "");
  return ruleset;
}

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

// Pointers to the parent's variables and to the additions, which come first and so hold; null without memory.
static char **environment_with(const char *const *additions) {
  size_t count = 1;
  for (char **variable = environ; variable && *variable; variable++) count++;
  for (const char *const *addition = additions; *addition; addition++) count++;
  char **passed = calloc(count, sizeof *passed);
  if (!passed) return 0;
  size_t place = 0;
  for (const char *const *addition = additions; *addition; addition++) passed[place++] = (char *)*addition;
  for (char **variable = environ; variable && *variable; variable++) {
    if (is_passed(*variable)) passed[place++] = *variable;
  }
  return passed;
}

// Its start and its end

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

// What lets root look into other processes, past Landlock (since Linux 6.12 CAP_PERFMON reads their environment and maps), and
// change the kernel. Only root has any of it, and keeps all the rest.
static void give_up_insight(void) {
  static const int capabilities[] = {
      16,  // CAP_SYS_MODULE
      17,  // CAP_SYS_RAWIO
      19,  // CAP_SYS_PTRACE
      21,  // CAP_SYS_ADMIN
      38,  // CAP_PERFMON
      39,  // CAP_BPF
  };
  for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++) {
    prctl(PR_CAPBSET_DROP, capabilities[i], 0, 0, 0);
  }
}

// Between fork and exec: nothing but what a signal handler may call.
static void become(
    const char *path, char *const *arguments, char *const *environment, int input, int output, int errors, pid_t parent,
    int ruleset, const struct ag_child_limits *limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(AG_CHILD_NOT_STARTED);
  give_up_insight();
  // A program of another user's rights would forget the first of these lines.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (ruleset >= 0 && syscall(CALL_RESTRICT_SELF, ruleset, 0) != 0) _exit(AG_CHILD_NOT_STARTED);
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
    const char *path, char *const *arguments, const char *const *additions, int32_t input, int32_t output, int32_t errors,
    const struct ag_child_limits *limits) {
  pid_t parent = getpid();
  char **environment = environment_with(additions);
  if (!environment) return -ENOMEM;
  int ruleset = shield();
  pid_t child = fork();
  int failure = errno;
  if (child == 0) become(path, arguments, environment, input, output, errors, parent, ruleset, limits);
  if (ruleset >= 0) close(ruleset);
  free(environment);
  if (child < 0) return -failure;
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
