#define _GNU_SOURCE 1
#include "Program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The supervisor is a fork of the author, which has threads: nothing here but what a signal handler may call.

static volatile sig_atomic_t is_asked_to_end;

static void note_end(int number) {
  (void)number;
  is_asked_to_end = 1;
}
static void note_child(int number) { (void)number; }

void ag_supervisor_watch_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  for (int number = 1; number < 32; number++) {
    action.sa_handler =
        number == SIGTERM || number == SIGHUP || number == SIGINT ? note_end
        : number == SIGCHLD                                      ? note_child
        : number == SIGPIPE                                      ? SIG_IGN
                                                                 : SIG_DFL;
    sigaction(number, &action, 0);
  }
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// The end of everything

static void sleep_ms(long ms) {
  struct timespec pause = {0, ms * 1000000};
  nanosleep(&pause, 0);
}

// Until there is no child: what a dead child leaves becomes a child of this process.
static void end_all(struct ag_supervision *supervision, int *status, int *has_ended) {
  // A group ends as a whole. Without one, what starts others as fast as they end has to stand still first.
  if (supervision->group.folder < 0) ag_census_stop();
  for (;;) {
    ag_group_kill(&supervision->group);
    ag_census_kill_children();
    int found, r;
    while ((r = waitpid(-1, &found, WNOHANG)) > 0) {
      if (r != supervision->program) continue;
      *status = found;
      *has_ended = 1;
    }
    if (r < 0 && errno == ECHILD) return;
    sleep_ms(2);
  }
}

_Noreturn static void leave(struct ag_supervision *supervision, int status, int reason) {
  ag_group_remove(&supervision->group);
  if (supervision->private_folder) ag_folder_remove(supervision->private_folder);
  int number = reason ? reason : WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (number == 0) _exit(WEXITSTATUS(status));
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  sigprocmask(SIG_UNBLOCK, &only, 0);
  kill(getpid(), number);
  // A signal that ends nothing by default.
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// What is looked at while the program runs

enum { LOOK_MS = 100 };

struct looks {
  uint64_t free_bytes, free_files;
  int64_t next_ms;
};

static int measure(const char *folder, uint64_t *bytes, uint64_t *files) {
  struct statvfs status;
  if (!folder || statvfs(folder, &status) != 0) return 0;
  *bytes = (uint64_t)status.f_bavail * status.f_frsize;
  *files = status.f_files > 0 ? status.f_favail : UINT64_MAX;
  return 1;
}

// The signal by which the program ends if it uses more than its share, or 0.
static int excess_now(struct looks *looks, const char *folder) {
  uint64_t bytes, files;
  if (looks->free_files > 0 && measure(folder, &bytes, &files)) {
    if (bytes + ((uint64_t)AG_PROGRAM_DISK_MIB << 20) < looks->free_bytes) return SIGXFSZ;
    if (files < looks->free_files && looks->free_files - files > 20000) return SIGXFSZ;
  }
  struct ag_census census = ag_census_take();
  uint64_t most = (uint64_t)AG_PROGRAM_MEMORY_MIB << 20;
  if (census.memory_bytes > most && ag_census_memory() > most) return SIGKILL;
  // The kernel's limit is the user's or the group's; a program never gets beyond both.
  return census.tasks > AG_PROGRAM_TASKS ? SIGKILL : 0;
}

// Looks at most a tenth of the time: many processes take long to count.
static int excess(struct looks *looks, const char *folder) {
  int64_t start = now_ms();
  if (start < looks->next_ms) return 0;
  int found = excess_now(looks, folder);
  int64_t end = now_ms();
  looks->next_ms = end + LOOK_MS + 10 * (end - start);
  return found;
}

_Noreturn void ag_supervise(struct ag_supervision *supervision) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  struct looks looks = {0};
  measure(supervision->private_folder, &looks.free_bytes, &looks.free_files);
  looks.next_ms = now_ms() + LOOK_MS;
  int status = 0, has_ended = 0, reason = 0;
  sigprocmask(SIG_SETMASK, &all, 0);
  while (!is_asked_to_end && !has_ended && !reason) {
    struct timespec slice = {0, LOOK_MS * 1000000};
    // Signals arrive in here only, so that none is missed before the wait.
    ppoll(0, 0, &slice, &none);
    int found;
    pid_t child;
    while ((child = waitpid(-1, &found, WNOHANG)) > 0) {
      if (child != supervision->program) continue;
      status = found;
      has_ended = 1;
    }
    if (child < 0 && errno == ECHILD) break;
    reason = excess(&looks, supervision->private_folder);
  }
  end_all(supervision, &status, &has_ended);
  leave(supervision, status, reason);
}
