#define _GNU_SOURCE 1
#include "Program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char prefix[] = "afterglow-program-";

int ag_number(char *text, uint64_t value) {
  char digits[24];
  int length = 0;
  do digits[length++] = (char)('0' + value % 10); while ((value /= 10) > 0);
  for (int i = 0; i < length; i++) text[i] = digits[length - 1 - i];
  text[length] = 0;
  return length;
}

// Names are those of one space of process IDs: another one has other processes of the same numbers.
static uint64_t space;

static void make_name(char *name, pid_t supervisor) {
  strcpy(name, prefix);
  char *end = name + sizeof prefix - 1;
  end += ag_number(end, space);
  *end++ = '-';
  ag_number(end, (uint64_t)supervisor);
}

static void put(int folder, const char *name, const char *file, const char *text) {
  char path[100];
  strcpy(path, name);
  strcat(path, "/");
  strcat(path, file);
  int descriptor = openat(folder, path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)!write(descriptor, text, strlen(text));
  close(descriptor);
}

// Reads a short file of a group; returns its length.
static size_t get(int folder, const char *name, const char *file, char *text, size_t size) {
  char path[100];
  strcpy(path, name);
  strcat(path, "/");
  strcat(path, file);
  int descriptor = openat(folder, path, O_RDONLY | O_CLOEXEC);
  ssize_t length = descriptor < 0 ? 0 : read(descriptor, text, size - 1);
  if (descriptor >= 0) close(descriptor);
  if (length < 0) length = 0;
  text[length] = 0;
  return (size_t)length;
}

// Whether groups in this one have a limit of tasks.
static int passes_on_limits(int folder) {
  char text[256];
  get(folder, ".", "cgroup.subtree_control", text, sizeof text);
  return strstr(text, "pids") != 0;
}

// Sets a limit of tasks, and returns whether the kernel keeps it.
static int limit_tasks(int base, const char *name, uint64_t tasks) {
  char wanted[24], found[24];
  int length = ag_number(wanted, tasks);
  put(base, name, "pids.max", wanted);
  get(base, name, "pids.max", found, sizeof found);
  return strncmp(wanted, found, (size_t)length) == 0 && found[length] == '\n';
}

// The part of a line of /proc/self/cgroup that names the group, if the line has the controller ("" = that of version 2), or null.
static const char *group_in(char *line, const char *controller) {
  line[strcspn(line, "\n")] = 0;
  char *list = strchr(line, ':'), *path = list ? strchr(list + 1, ':') : 0;
  if (!path) return 0;
  *path++ = 0;
  list++;
  size_t length = strlen(controller);
  if (length == 0) return *list ? 0 : path;
  for (char *one = list; one; one = strchr(one, ',') ? strchr(one, ',') + 1 : 0) {
    if (strncmp(one, controller, length) == 0 && (one[length] == 0 || one[length] == ',')) return path;
  }
  return 0;
}

// Opens the author's own group below the first root that has the file; −1 = there is none.
static int open_own(const char *controller, const char *const *roots, int root_count, const char *proof) {
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file) return -1;
  char line[PATH_MAX], path[PATH_MAX + 64];
  int base = -1;
  while (base < 0 && fgets(line, sizeof line, file)) {
    const char *own = group_in(line, controller);
    for (int i = 0; i < root_count && own && base < 0; i++) {
      snprintf(path, sizeof path, "%s/%s", roots[i], proof);
      if (access(path, F_OK) != 0) continue;
      snprintf(path, sizeof path, "%s%s", roots[i], own);
      base = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
  }
  fclose(file);
  return base;
}

// The group if this process may make others in it, or −1: a user that may move processes out of it may.
static int writable(int base) {
  if (base < 0 || faccessat(base, "cgroup.procs", W_OK, AT_EACCESS) == 0) return base;
  close(base);
  return -1;
}

static int open_base(void) {
  static const char *const roots[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
  int base = open_own("", roots, 2, "cgroup.controllers");
  // Processes in this group keep its controllers from groups below it: root makes them next to it.
  int above = base < 0 ? -1 : openat(base, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (above >= 0 && geteuid() == 0 && !passes_on_limits(base) && passes_on_limits(above)) {
    close(base);
    base = above;
  } else if (above >= 0) {
    close(above);
  }
  return writable(base);
}

static int open_tasks_base(void) {
  static const char *const root = "/sys/fs/cgroup/pids";
  // Only root has no other limit.
  return geteuid() == 0 ? writable(open_own("pids", &root, 1, "cgroup.procs")) : -1;
}

int ag_group_open(struct ag_group *group) {
  struct stat status;
  if (stat("/proc/self/ns/pid", &status) == 0) space = (uint64_t)status.st_ino;
  *group = (struct ag_group){.base = open_base(), .tasks_base = open_tasks_base(), .folder = -1};
  ag_group_sweep(group, 0);
  // Files and rights promise less than a trial shows.
  ag_group_make(group, getpid(), AG_PROGRAM_TASKS);
  int limits = group->limits_tasks;
  ag_group_remove(group);
  return limits;
}

void ag_group_make(struct ag_group *group, pid_t supervisor, uint64_t tasks) {
  group->folder = -1;
  group->limits_tasks = group->has_tasks_folder = 0;
  make_name(group->name, supervisor);
  if (group->base >= 0 && (mkdirat(group->base, group->name, 0755) == 0 || errno == EEXIST)) {
    group->folder = openat(group->base, group->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Without cgroup.kill (before Linux 5.14) a group would only name what is in it.
    if (group->folder >= 0 && faccessat(group->folder, "cgroup.kill", W_OK, AT_EACCESS) != 0) {
      close(group->folder);
      group->folder = -1;
    }
    if (group->folder < 0) unlinkat(group->base, group->name, AT_REMOVEDIR);
  }
  if (group->folder >= 0) {
    // Where the controllers reach into the author's group.
    group->limits_tasks = limit_tasks(group->base, group->name, tasks);
    char text[24];
    ag_number(text, (uint64_t)AG_PROGRAM_MEMORY_MIB << 20);
    put(group->base, group->name, "memory.max", text);
  }
  if (group->limits_tasks || group->tasks_base < 0) return;
  if (mkdirat(group->tasks_base, group->name, 0755) != 0 && errno != EEXIST) return;
  group->has_tasks_folder = 1;
  group->limits_tasks = limit_tasks(group->tasks_base, group->name, tasks);
}

static int join(int base, const char *name) {
  char path[100];
  strcpy(path, name);
  strcat(path, "/cgroup.procs");
  int descriptor = openat(base, path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  int is_in = write(descriptor, "0", 1) == 1;
  close(descriptor);
  return is_in;
}

int ag_group_join(const struct ag_group *group) {
  if (group->folder >= 0 && !join(group->base, group->name)) return 0;
  return !group->has_tasks_folder || join(group->tasks_base, group->name);
}

void ag_group_kill(const struct ag_group *group) {
  if (group->folder < 0) return;
  put(group->base, group->name, "cgroup.kill", "1");
}

static void sleep_5_ms(void) {
  struct timespec pause = {0, 5000000};
  nanosleep(&pause, 0);
}

// The kernel lets go of a group a moment after its last task.
static void remove_folder(int base, const char *name) {
  for (int i = 0; i < 100 && unlinkat(base, name, AT_REMOVEDIR) != 0 && errno == EBUSY; i++) sleep_5_ms();
}

void ag_group_remove(struct ag_group *group) {
  if (group->folder >= 0) {
    close(group->folder);
    remove_folder(group->base, group->name);
  }
  if (group->has_tasks_folder) remove_folder(group->tasks_base, group->name);
  group->folder = -1;
  group->has_tasks_folder = group->limits_tasks = 0;
}

// Version 1 has no file that ends a group.
static void kill_listed(int base, const char *name) {
  char text[4096];
  get(base, name, "cgroup.procs", text, sizeof text);
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    long process = atol(line);
    if (process > 1) kill((pid_t)process, SIGKILL);
  }
}

static void end(int base, const char *name) {
  for (int i = 0; i < 200; i++) {
    if (unlinkat(base, name, AT_REMOVEDIR) == 0 || errno == ENOENT) return;
    put(base, name, "cgroup.kill", "1");
    kill_listed(base, name);
    sleep_5_ms();
  }
}

static void sweep(int base) {
  char own[64];
  make_name(own, 0);
  size_t length = strlen(own) - 1;
  int readable = openat(base, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = readable < 0 ? 0 : fdopendir(readable);
  if (!entries) return;
  for (struct dirent *entry; (entry = readdir(entries));) {
    if (strncmp(entry->d_name, own, length) != 0 || strlen(entry->d_name) >= sizeof own) continue;
    // Another author's supervisor may be alive.
    pid_t owner = (pid_t)atol(entry->d_name + length);
    if (owner <= 0 || kill(owner, 0) == 0 || errno != ESRCH) continue;
    end(base, entry->d_name);
  }
  closedir(entries);
}

void ag_group_sweep(const struct ag_group *group, pid_t supervisor) {
  int bases[2] = {group->base, group->tasks_base};
  for (int i = 0; i < 2; i++) {
    if (bases[i] < 0) continue;
    if (supervisor > 0) {
      char name[64];
      make_name(name, supervisor);
      end(bases[i], name);
    } else {
      sweep(bases[i]);
    }
  }
}
