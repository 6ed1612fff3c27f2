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

// Whether groups in this one have a limit of tasks.
static int passes_on_limits(int folder) {
  char text[256];
  int file = openat(folder, "cgroup.subtree_control", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = 0;
  return strstr(text, "pids") != 0;
}

int ag_group_base(void) {
  struct stat status;
  if (stat("/proc/self/ns/pid", &status) == 0) space = (uint64_t)status.st_ino;
  // The entry of version 2 begins with "0::".
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file) return -1;
  char line[PATH_MAX], path[PATH_MAX + 64];
  int base = -1;
  while (base < 0 && fgets(line, sizeof line, file)) {
    if (strncmp(line, "0::/", 4) != 0) continue;
    line[strcspn(line, "\n")] = 0;
    static const char *const roots[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    for (int i = 0; i < 2 && base < 0; i++) {
      snprintf(path, sizeof path, "%s/cgroup.controllers", roots[i]);
      if (access(path, F_OK) != 0) continue;
      snprintf(path, sizeof path, "%s%s", roots[i], line + 3);
      base = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
  }
  fclose(file);
  // Processes in this group keep its controllers from groups below it: root makes them next to it.
  int above = base < 0 ? -1 : openat(base, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (above >= 0 && geteuid() == 0 && !passes_on_limits(base) && passes_on_limits(above)) {
    close(base);
    base = above;
  } else if (above >= 0) {
    close(above);
  }
  // A user that may move processes out of this group may make groups in it.
  if (base >= 0 && faccessat(base, "cgroup.procs", W_OK, AT_EACCESS) != 0) {
    close(base);
    base = -1;
  }
  return base;
}

void ag_group_make(struct ag_group *group, pid_t supervisor, uint64_t tasks) {
  group->folder = -1;
  if (group->base < 0) return;
  make_name(group->name, supervisor);
  if (mkdirat(group->base, group->name, 0755) != 0 && errno != EEXIST) return;
  group->folder = openat(group->base, group->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (group->folder < 0) return;
  // Without cgroup.kill (before Linux 5.14) a group would only name what is in it.
  if (faccessat(group->folder, "cgroup.kill", W_OK, AT_EACCESS) != 0) {
    ag_group_remove(group);
    return;
  }
  char text[24];
  ag_number(text, tasks);
  // Where the controllers reach into the author's group.
  put(group->base, group->name, "pids.max", text);
  ag_number(text, (uint64_t)AG_PROGRAM_MEMORY_MIB << 20);
  put(group->base, group->name, "memory.max", text);
}

int ag_group_join(const struct ag_group *group) {
  if (group->folder < 0) return 1;
  int descriptor = openat(group->folder, "cgroup.procs", O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  int is_in = write(descriptor, "0", 1) == 1;
  close(descriptor);
  return is_in;
}

void ag_group_kill(const struct ag_group *group) {
  if (group->folder < 0) return;
  put(group->base, group->name, "cgroup.kill", "1");
}

void ag_group_remove(struct ag_group *group) {
  if (group->folder >= 0) close(group->folder);
  group->folder = -1;
  if (group->name[0]) unlinkat(group->base, group->name, AT_REMOVEDIR);
}

static void end(int base, const char *name) {
  for (int i = 0; i < 200; i++) {
    if (unlinkat(base, name, AT_REMOVEDIR) == 0 || errno == ENOENT) return;
    put(base, name, "cgroup.kill", "1");
    struct timespec pause = {0, 5000000};
    nanosleep(&pause, 0);
  }
}

void ag_group_sweep(int base, pid_t supervisor) {
  if (base < 0) return;
  if (supervisor > 0) {
    char name[64];
    make_name(name, supervisor);
    end(base, name);
    return;
  }
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
    if (owner <= 0 || (kill(owner, 0) == 0 || errno != ESRCH)) continue;
    end(base, entry->d_name);
  }
  closedir(entries);
}
