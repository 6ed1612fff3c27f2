#define _GNU_SOURCE 1
#include "Program.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <poll.h>
#include <pthread.h>
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

// What is ready before the fork.
struct start {
  const struct ag_program *program;
  char **environment;
  char *private_folder;
  int ruleset;
  // Root's program as a user without rights, whose tasks the kernel counts.
  int is_for_nobody;
  // Nothing but a group limits its tasks.
  int must_be_in_group;
  long landlock;
  pid_t author, author_group;
  struct ag_group group;
};

enum { NOBODY = 65534 };

// Between fork and exec

// Root's program keeps root's name, and none of its powers: no device is opened, no permission passed over. Where the kernel
// has no Landlock, the files and devices that belong to root are kept from it by another name.
static int give_up_powers(const struct start *start) {
  for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (geteuid() == 0) {
    setgroups(0, 0);
    // Executing a file as root gives no capability back, and neither does a change of the user; locked.
    prctl(PR_SET_SECUREBITS, 0x0F, 0, 0, 0);
    if (start->is_for_nobody && (setresgid(NOBODY, NOBODY, NOBODY) != 0 || setresuid(NOBODY, NOBODY, NOBODY) != 0)) return 0;
  }
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[2], none[2] = {{0, 0, 0}, {0, 0, 0}};
  // A process that has none needs no call, which the filter of a service refuses.
  if (syscall(SYS_capget, &header, held) == 0) {
    uint32_t all = 0;
    for (int i = 0; i < 2; i++) all |= held[i].effective | held[i].permitted | held[i].inheritable;
    if (!all) return 1;
  }
  return syscall(SYS_capset, &header, none) == 0;
}

// The first to be ended where memory is short.
static void offer_itself(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!write(file, "1000", 4);
  close(file);
}

// A terminal is open for reading too: what is typed there is not for a program.
static void keep_from_reading(int descriptor) {
  if ((fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDWR) return;
  char path[32] = "/proc/self/fd/";
  ag_number(path + strlen(path), (uint64_t)descriptor);
  int again = open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
  // A socket, such as the journal's, is not opened by name, and nothing comes from it.
  if (again < 0) return;
  dup2(again, descriptor);
  close(again);
}

static int place_streams(const struct ag_program *program) {
  // Clear of what is overwritten: a parent without standard input may have been given its number.
  int input = fcntl(program->input, F_DUPFD, 3), output = fcntl(program->output, F_DUPFD, 3);
  int errors = program->errors < 0 ? -1 : fcntl(program->errors, F_DUPFD, 3);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0) return 0;
  if (errors >= 0 && dup2(errors, 2) < 0) return 0;
  if (errors < 0) keep_from_reading(2);
  return 1;
}

static void set_limits(const struct ag_child_limits *limits, uint32_t others) {
  // Of the user's tasks; the kernel does not count root's.
  ag_child_limit(RLIMIT_NPROC, (uint64_t)others + AG_PROGRAM_TASKS);
  ag_child_limit(RLIMIT_AS, limits->memory_bytes);
  ag_child_limit(RLIMIT_CPU, limits->processor_seconds);
  ag_child_limit(RLIMIT_NOFILE, limits->open_files);
  ag_child_limit(RLIMIT_FSIZE, limits->file_bytes);
  ag_child_limit(RLIMIT_CORE, 0);
  ag_child_limit(RLIMIT_MSGQUEUE, 0);
}

static void reset_signals(void) {
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
}

// Returns if the program cannot run. One that another process has open for writing cannot run yet: a fork of another thread
// of its writer has it open until it runs a program itself.
static void run(const struct ag_program *program, char **environment) {
  for (int i = 0; i < 100; i++) {
    execve(program->path, program->arguments, environment);
    if (errno != ETXTBSY) return;
    poll(NULL, 0, 5);
  }
}

_Noreturn static void become(const struct start *start, const struct ag_group *group, uint32_t others, pid_t supervisor) {
  const struct ag_program *program = start->program;
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != supervisor) _exit(AG_CHILD_NOT_STARTED);
  // Its own files in /proc are its user's again, unlike the supervisor's.
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  // A session of its own has no terminal.
  setsid();
  if (!ag_group_join(group)) _exit(AG_CHILD_NOT_STARTED);
  offer_itself();
  int ruleset = start->ruleset < 0 ? -1 : fcntl(start->ruleset, F_DUPFD_CLOEXEC, 4);
  // A terminal cannot be opened again under the rules.
  if (!place_streams(program) || chdir("/") != 0) _exit(AG_CHILD_NOT_STARTED);
  // A program of another user's rights would forget the first of these lines.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (!give_up_powers(start)) _exit(AG_CHILD_NOT_STARTED);
  // A change of the user forgets it too.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != supervisor) _exit(AG_CHILD_NOT_STARTED);
  if (start->ruleset >= 0 && syscall(446, ruleset, 0) != 0) _exit(AG_CHILD_NOT_STARTED);  // landlock_restrict_self
  ag_child_close_from(3);
  set_limits(program->limits, others);
  reset_signals();
  if (!ag_filter_install(start->author, start->author_group, supervisor, start->landlock)) _exit(AG_CHILD_NOT_STARTED);
  run(program, start->environment);
  _exit(AG_CHILD_NOT_STARTED);
}

// The supervisor, from its fork

// Keeps the folders of its group.
static void close_others(struct ag_group *group) {
  int *kept[] = {&group->base, &group->tasks_base, &group->folder};
  enum { COUNT = sizeof kept / sizeof *kept };
  int copies[COUNT];
  for (int i = 0; i < COUNT; i++) copies[i] = *kept[i] < 0 ? -1 : fcntl(*kept[i], F_DUPFD_CLOEXEC, 10);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int i = 0; i < 3 && nothing >= 0; i++) dup2(nothing, i);
  for (int i = 0; i < COUNT; i++) {
    close(3 + i);
    *kept[i] = copies[i] < 0 ? -1 : dup2(copies[i], 3 + i);
  }
  ag_child_close_from(3 + COUNT);
  for (int i = 0; i < COUNT; i++) fcntl(3 + i, F_SETFD, FD_CLOEXEC);
}

_Noreturn static void supervise(struct start *start) {
  static struct ag_supervision supervision;
  ag_supervisor_watch_signals();
  prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  // What the program leaves behind comes here; no other process of the user may look in.
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_SET_NAME, "aglow-program", 0, 0, 0);
  setsid();
  supervision.private_folder = start->private_folder;
  supervision.group = start->group;
  ag_group_make(&supervision.group, getpid(), AG_PROGRAM_TASKS);
  uint32_t others = ag_census_tasks_of_user(start->is_for_nobody ? NOBODY : getuid());
  pid_t self = getpid();
  // A group that should limit tasks may fail to.
  int is_unlimited = start->must_be_in_group && !supervision.group.limits_tasks;
  supervision.program = is_unlimited || getppid() != start->author ? -1 : fork();
  if (supervision.program == 0) {
    // This process's own settings are not the program's.
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
    become(start, &supervision.group, others, self);
  }
  if (supervision.program < 0) {
    ag_group_remove(&supervision.group);
    ag_folder_remove(start->private_folder);
    _exit(AG_CHILD_NOT_STARTED);
  }
  close_others(&supervision.group);
  ag_supervise(&supervision);
}

// In the author

static char *make_private_folder(const char *base, int is_for_nobody) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/afterglow-program-XXXXXX", base) >= (int)sizeof path || !mkdtemp(path)) return 0;
  if (is_for_nobody && chown(path, NOBODY, NOBODY) != 0) {
    rmdir(path);
    return 0;
  }
  return strdup(path);
}

static char **make_environment(const struct ag_program *program, const char *private_folder, char *variable, size_t size) {
  size_t count = 0;
  while (program->additions[count]) count++;
  const char **additions = calloc(count + 2, sizeof *additions);
  if (!additions) return 0;
  snprintf(variable, size, "TMPDIR=%s", private_folder);
  additions[0] = variable;
  for (size_t i = 0; i < count; i++) additions[i + 1] = program->additions[i];
  char **environment = ag_child_environment(additions);
  free(additions);
  return environment;
}

// Root of the machine, whose tasks the kernel counts for no limit. Root of a user namespace is another user outside of it.
static int is_uncounted(void) {
  if (geteuid() != 0) return 0;
  FILE *file = fopen("/proc/self/uid_map", "re");
  unsigned long inside = 0, outside = 0;
  int is_other = file && fscanf(file, "%lu %lu", &inside, &outside) == 2 && inside == 0 && outside != 0;
  if (file) fclose(file);
  return !is_other;
}

// A folder in which root's program may write belongs to the user that the program runs as.
static void hand_over(const struct ag_program *program, int is_for_nobody) {
  uid_t from = is_for_nobody ? 0 : NOBODY, to = is_for_nobody ? NOBODY : 0;
  for (size_t i = 0; i < program->rule_count; i++) {
    if (!(program->rules[i].access & AG_PROGRAM_WRITE)) continue;
    int folder = open(program->rules[i].path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) continue;
    struct stat status;
    if (fstat(folder, &status) == 0 && status.st_uid == from) (void)!fchown(folder, to, to);
    close(folder);
  }
}

static struct ag_group groups = {.base = -1, .tasks_base = -1, .folder = -1};
static int groups_limit_tasks;

// Looked up once. What an author left that was killed together with a supervisor ends with the next author's first program.
static void open_groups(void) { groups_limit_tasks = ag_group_open(&groups); }

static int32_t groups_are_used = 1;

void ag_program_use_groups(int32_t are_used) { groups_are_used = are_used; }

int32_t ag_program_start(const struct ag_program *program) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_groups);
  char variable[PATH_MAX + 8];
  struct start start = {
      .program = program, .ruleset = -1, .landlock = ag_rules_version(), .author = getpid(), .author_group = getpgrp()};
  start.group = (struct ag_group){.base = -1, .tasks_base = -1, .folder = -1};
  if (groups_are_used) start.group = groups;
  int is_limited = groups_are_used && groups_limit_tasks;
  start.is_for_nobody = geteuid() == 0 && (start.landlock < 1 || (is_uncounted() && !is_limited));
  start.must_be_in_group = is_uncounted() && !start.is_for_nobody;
  int32_t result = -ENOMEM;
  start.private_folder = make_private_folder(program->temporary, start.is_for_nobody);
  if (!start.private_folder) return errno ? -errno : -ENOMEM;
  if (geteuid() == 0) hand_over(program, start.is_for_nobody);
  start.environment = make_environment(program, start.private_folder, variable, sizeof variable);
  start.ruleset = ag_rules_make(program, start.private_folder);
  if (start.ruleset < -1) result = start.ruleset + 1;
  if (start.environment && start.ruleset >= -1) {
    // A supervisor that is asked to end at once must not die of that before it can end the program.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    result = fork();
    if (result == 0) supervise(&start);
    if (result < 0) result = -errno;
    pthread_sigmask(SIG_SETMASK, &before, 0);
  }
  if (result < 0) rmdir(start.private_folder);
  if (start.ruleset >= 0) close(start.ruleset);
  free(start.environment);
  free(start.private_folder);
  return result;
}

int32_t ag_program_has_ended(int32_t supervisor) { return ag_child_has_ended(supervisor); }

int32_t ag_program_end(int32_t supervisor) {
  kill(supervisor, SIGTERM);
  for (int i = 0; i < 2500; i++) {
    int status = 0;
    pid_t r = waitpid(supervisor, &status, WNOHANG);
    if (r == supervisor) {
      // A supervisor that was killed has left its group.
      if (WIFSIGNALED(status)) ag_group_sweep(&groups, supervisor);
      return WIFSIGNALED(status) ? AG_CHILD_SIGNALLED | WTERMSIG(status) : WEXITSTATUS(status);
    }
    if (r < 0 && errno != EINTR) return -errno;
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, 0);
  }
  return -ETIMEDOUT;
}
