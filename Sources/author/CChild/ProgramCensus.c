#define _GNU_SOURCE 1
#include "Program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// In the supervisor: nothing but what a signal handler may call, and so no opendir.

struct entry { uint64_t inode; int64_t offset; unsigned short length; unsigned char kind; char name[]; };

// Room for a part of a folder's list.
struct names { _Alignas(8) char room[32768]; };

// Calls `take` with each name in a folder, except itself and the one above, until it returns 0.
static void each_name(int folder, struct names *names, int (*take)(const char *, void *), void *context) {
  for (;;) {
    long length = syscall(SYS_getdents64, folder, names->room, sizeof names->room);
    if (length <= 0) return;
    for (long at = 0; at < length;) {
      struct entry *entry = (struct entry *)(names->room + at);
      at += entry->length;
      if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
      if (!take(entry->name, context)) return;
    }
  }
}

static long number(const char **text) {
  while (**text == ' ') (*text)++;
  long value = 0;
  int is_negative = **text == '-';
  if (is_negative) (*text)++;
  while (**text >= '0' && **text <= '9') value = value * 10 + (*(*text)++ - '0');
  return is_negative ? -value : value;
}

enum { MAXIMUM = 16384, PIDFD_SEND_SIGNAL = 424, PIDFD_OPEN = 434 };
static struct process { pid_t id, parent; uid_t user; uint32_t tasks, pages; unsigned char is_own; } processes[MAXIMUM];
static int process_count;

// Whether the process is there.
static int read_process(int proc, const char *name, struct process *found) {
  char path[40], text[1024];
  strcpy(path, name);
  strcat(path, "/stat");
  int file = openat(proc, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  struct stat status;
  if (fstat(file, &status) != 0) length = 0;
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  // The name in brackets may hold anything.
  const char *rest = strrchr(text, ')'), *start = name;
  if (!rest || rest[1] != ' ') return 0;
  rest += 4;  // ") S "
  *found = (struct process){.id = (pid_t)number(&start), .parent = (pid_t)number(&rest), .user = status.st_uid};
  for (int field = 5; field < 20; field++) number(&rest);
  found->tasks = (uint32_t)number(&rest);
  for (int field = 21; field < 24; field++) number(&rest);
  found->pages = (uint32_t)number(&rest);
  return 1;
}

static int take_process(const char *name, void *context) {
  if (name[0] < '1' || name[0] > '9' || strlen(name) > 20) return 1;
  process_count += read_process(*(int *)context, name, &processes[process_count]);
  return process_count < MAXIMUM;
}

static int open_proc(void) { return open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

static void list_processes(void) {
  process_count = 0;
  int proc = open_proc();
  if (proc < 0) return;
  static struct names names;
  each_name(proc, &names, take_process, &proc);
  close(proc);
}

struct ag_census ag_census_take(void) {
  list_processes();
  pid_t self = getpid();
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  static pid_t own[MAXIMUM];
  int own_count = 0;
  own[own_count++] = self;
  struct ag_census census = {0, 0};
  for (int i = 0; i < own_count; i++) {
    for (int j = 0; j < process_count; j++) {
      if (processes[j].is_own || processes[j].parent != own[i] || processes[j].id == self) continue;
      processes[j].is_own = 1;
      census.tasks += processes[j].tasks;
      census.memory_bytes += processes[j].pages * page;
      if (own_count < MAXIMUM) own[own_count++] = processes[j].id;
    }
  }
  return census;
}

// A number may be another process's by now: what a descriptor stands for is looked at before it gets a signal.
static void stop(int proc, const struct process *process) {
  int descriptor = (int)syscall(PIDFD_OPEN, process->id, 0);
  if (descriptor < 0) return;
  char name[24];
  ag_number(name, (uint64_t)process->id);
  struct process now;
  if (read_process(proc, name, &now) && now.parent == process->parent) {
    syscall(PIDFD_SEND_SIGNAL, descriptor, SIGSTOP, 0, 0);
  }
  close(descriptor);
}

void ag_census_stop(void) {
  int proc = open_proc();
  // A round that finds as many as the one before has found all: those before it stand still.
  for (uint32_t last = 0, round = 0; round < 20 && proc >= 0; round++) {
    uint32_t found = ag_census_take().tasks;
    for (int i = 0; i < process_count; i++) {
      if (processes[i].is_own) stop(proc, &processes[i]);
    }
    if (found == last) break;
    last = found;
  }
  if (proc >= 0) close(proc);
}

uint32_t ag_census_tasks_of_user(uid_t user) {
  list_processes();
  uint32_t tasks = 0;
  for (int i = 0; i < process_count; i++) {
    if (processes[i].user == user) tasks += processes[i].tasks;
  }
  return tasks;
}

// Shared pages are counted in full by each process; the kernel divides them where this process may look.
static uint64_t memory_of(const struct process *process) {
  char path[64] = "/proc/", text[512];
  ag_number(path + strlen(path), (uint64_t)process->id);
  strcat(path, "/smaps_rollup");
  uint64_t resident = (uint64_t)process->pages * (uint64_t)sysconf(_SC_PAGESIZE);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return resident;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return resident;
  text[length] = 0;
  const char *line = strstr(text, "\nPss:");
  if (!line) return resident;
  line += 5;
  return (uint64_t)number(&line) << 10;
}

uint64_t ag_census_memory(void) {
  uint64_t bytes = 0;
  for (int i = 0; i < process_count; i++) {
    if (processes[i].is_own) bytes += memory_of(&processes[i]);
  }
  return bytes;
}

// The kernel's own list; not every kernel has it. Of a long one the beginning: the caller comes again while there are children.
static int kill_listed(void) {
  char path[64] = "/proc/self/task/", text[4096];
  ag_number(path + strlen(path), (uint64_t)getpid());
  strcat(path, "/children");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length < 0) return 0;
  text[length] = 0;
  for (const char *rest = text; *rest >= '0' && *rest <= '9';) {
    long child = number(&rest);
    // Each number has a space after it: one without may be cut.
    if (*rest != ' ') break;
    rest++;
    if (child > 1) kill((pid_t)child, SIGKILL);
  }
  return 1;
}

void ag_census_kill_children(void) {
  if (kill_listed()) return;
  list_processes();
  for (int i = 0; i < process_count; i++) {
    if (processes[i].parent == getpid()) kill(processes[i].id, SIGKILL);
  }
}

// A folder's end

struct removal { int top, folder; uint64_t moved; int is_changed; };

// Nothing of the program lives that could put a link there now.
static int is_folder(int folder, const char *name) {
  struct stat status;
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

static int move_up(const char *name, void *context) {
  struct removal *removal = context;
  char target[40] = ".moved-";
  ag_number(target + strlen(target), removal->moved++);
  // A folder that may not be written cannot be moved either.
  if (is_folder(removal->folder, name)) fchmodat(removal->folder, name, 0700, 0);
  if (renameat(removal->folder, name, removal->top, target) == 0) removal->is_changed = 1;
  return 1;
}

// What is in a folder is moved up before the folder is removed: however deep they lie, two are open.
static int remove_entry(const char *name, void *context) {
  struct removal *removal = context;
  if (unlinkat(removal->top, name, 0) == 0 || unlinkat(removal->top, name, AT_REMOVEDIR) == 0) {
    removal->is_changed = 1;
    return 1;
  }
  if (!is_folder(removal->top, name)) return 1;
  fchmodat(removal->top, name, 0700, 0);
  removal->folder = openat(removal->top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (removal->folder < 0) return 1;
  static struct names inner;
  each_name(removal->folder, &inner, move_up, removal);
  close(removal->folder);
  unlinkat(removal->top, name, AT_REMOVEDIR);
  return 1;
}

void ag_folder_remove(const char *path) {
  struct removal removal = {open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), -1, 0, 0};
  if (removal.top < 0) return;
  fchmod(removal.top, 0700);
  static struct names outer;
  do {
    removal.is_changed = 0;
    lseek(removal.top, 0, SEEK_SET);
    each_name(removal.top, &outer, remove_entry, &removal);
  } while (removal.is_changed);
  close(removal.top);
  rmdir(path);
}
