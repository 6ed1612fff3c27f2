#define _GNU_SOURCE 1
#include "Program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock (landlock(7)) as numbers: older headers have none of it, or not all.
enum {
  CALL_CREATE_RULESET = 444,
  CALL_ADD_RULE = 445,
  RULE_PATH_BENEATH = 1,
  CREATE_RULESET_VERSION = 1,
  RUN = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_FOLDER = 1 << 3,
  REMOVE_FOLDER = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_FOLDER = 1 << 7,
  MAKE_FILE = 1 << 8,
  MAKE_FIFO = 1 << 10,
  MAKE_LINK = 1 << 12,
  ALL_OF_1 = (1 << 13) - 1,
  REFER = 1 << 13,         // version 2
  TRUNCATE = 1 << 14,      // version 3
  IOCTL_DEVICE = 1 << 15,  // version 5
  BIND_TCP = 1 << 0,       // version 4
  SCOPES = 3,              // version 6: abstract UNIX sockets, signals
};
struct ruleset_attributes { uint64_t files, network, scopes; };
struct path_beneath { uint64_t access; int32_t parent; } __attribute__((packed));

struct identity { dev_t device; ino_t number; };

enum { MAXIMUM_PATHS = 16, MAXIMUM_HELD = 64, MAXIMUM_WAYS = 512, MAXIMUM_FILES = 256, MAXIMUM_DEPTH = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *paths[MAXIMUM_PATHS];
static int path_count;
// Descriptors of protected folders that were found: while one is open, its number belongs to no other folder.
static int held[MAXIMUM_HELD];
static int held_count;

// What must not be reachable, as it is now.
struct protection {
  struct identity closed[MAXIMUM_HELD + MAXIMUM_FILES];
  int closed_count;
  // The folders on the ways to them: what is next to a way may be allowed, the way itself never.
  struct identity ways[MAXIMUM_WAYS];
  int way_count;
  int is_incomplete;
};

void ag_program_protect(const char *const *folders) {
  pthread_mutex_lock(&lock);
  while (path_count > 0) free((char *)paths[--path_count]);
  while (held_count > 0) close(held[--held_count]);
  for (; *folders && path_count < MAXIMUM_PATHS; folders++) {
    if ((*folders)[0] == '/' && (paths[path_count] = strdup(*folders))) path_count++;
  }
  pthread_mutex_unlock(&lock);
}

static int32_t newest_version = INT32_MAX;

void ag_program_use_landlock(int32_t newest) { newest_version = newest; }

long ag_rules_version(void) {
  long version = syscall(CALL_CREATE_RULESET, 0, 0, CREATE_RULESET_VERSION);
  return version < 0 ? 0 : version > newest_version ? newest_version : version;
}

int32_t ag_program_landlock_version(void) { return (int32_t)ag_rules_version(); }

// Identities

static int identify(int descriptor, struct identity *identity) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return 0;
  *identity = (struct identity){status.st_dev, status.st_ino};
  return 1;
}

static int contains(const struct identity *list, int count, struct identity one) {
  for (int i = 0; i < count; i++) {
    if (list[i].device == one.device && list[i].number == one.number) return 1;
  }
  return 0;
}

static void add(struct identity *list, int *count, int maximum, struct identity one, struct protection *protection) {
  if (contains(list, *count, one)) return;
  if (*count < maximum) list[(*count)++] = one;
  else protection->is_incomplete = 1;
}

// Adds a folder and all above it. Going up follows the folder itself, under whatever name it is now.
static void add_ways(struct protection *protection, int folder) {
  int here = fcntl(folder, F_DUPFD_CLOEXEC, 3);
  struct identity last = {0, 0};
  for (int depth = 0; here >= 0 && depth < PATH_MAX / 2; depth++) {
    struct identity one;
    if (!identify(here, &one)) break;
    if (depth > 0 && one.device == last.device && one.number == last.number) {
      close(here);
      return;
    }
    add(protection->ways, &protection->way_count, MAXIMUM_WAYS, one, protection);
    last = one;
    int above = openat(here, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    close(here);
    here = above;
  }
  if (here >= 0) close(here);
  protection->is_incomplete = 1;
}

// Of secrets that are links to files elsewhere, those files are as secret.
static void add_linked_files(struct protection *protection, int folder) {
  int readable = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (readable < 0) return;
  DIR *entries = fdopendir(readable);
  if (!entries) {
    close(readable);
    return;
  }
  for (struct dirent *entry; (entry = readdir(entries));) {
    struct stat status;
    if (fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISLNK(status.st_mode)) continue;
    char link[64], real[PATH_MAX], way[PATH_MAX];
    int file = openat(dirfd(entries), entry->d_name, O_PATH | O_CLOEXEC);
    if (file < 0) continue;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    struct identity one;
    ssize_t length = readlink(link, real, sizeof real - 1);
    if (length > 0 && identify(file, &one)) {
      real[length] = 0;
      add(protection->closed, &protection->closed_count, MAXIMUM_HELD + MAXIMUM_FILES, one, protection);
      memcpy(way, real, (size_t)length + 1);
      int above = open(dirname(way), O_PATH | O_DIRECTORY | O_CLOEXEC);
      if (above >= 0) {
        add_ways(protection, above);
        close(above);
      } else {
        protection->is_incomplete = 1;
      }
    } else {
      protection->is_incomplete = 1;
    }
    close(file);
  }
  closedir(entries);
}

// The folder of a path that is not there yet, or its nearest one above that is: what appears there later stays closed.
static int open_nearest(const char *path, int *is_itself) {
  char way[PATH_MAX];
  if (strlen(path) >= sizeof way) return -ENAMETOOLONG;
  strcpy(way, path);
  for (*is_itself = 1;; *is_itself = 0) {
    int folder = open(way, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) return folder;
    // Without the right to pass through, a program of the same user has none either.
    if ((errno != ENOENT && errno != ENOTDIR && errno != EACCES) || strcmp(way, "/") == 0) return -errno;
    char above[PATH_MAX];
    strcpy(above, way);
    strcpy(way, dirname(above));
  }
}

// Returns 0, or −errno. Those that are there now come last, so that the one that makes room is one that has lost its name.
static int hold(int folder) {
  struct identity one, other;
  if (!identify(folder, &one)) return -errno;
  int copy = fcntl(folder, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return -errno;
  int place = 0;
  while (place < held_count && !(identify(held[place], &other) && contains(&one, 1, other))) place++;
  if (place == held_count && held_count == MAXIMUM_HELD) place = 0;
  if (place < held_count) {
    close(held[place]);
    memmove(held + place, held + place + 1, sizeof *held * (size_t)(--held_count - place));
  }
  held[held_count++] = copy;
  return 0;
}

// Returns 0, or −errno: a folder cannot be identified.
static int look_up(const char *path, struct protection *protection) {
  int is_itself = 0, folder = open_nearest(path, &is_itself);
  if (folder < 0) return folder;
  int failure = 0;
  if (is_itself) failure = hold(folder);
  else add_ways(protection, folder);
  close(folder);
  return failure;
}

// Returns 0, or −errno: a folder cannot be identified.
static int find_protected(const char *const *others, struct protection *protection) {
  int failure = 0;
  for (int i = 0; i < path_count && failure == 0; i++) failure = look_up(paths[i], protection);
  for (; others && *others && failure == 0; others++) failure = look_up(*others, protection);
  if (failure < 0) return failure;
  for (int i = held_count - 1; i >= 0; i--) {
    struct stat status;
    if (fstat(held[i], &status) != 0) return -errno;
    if (status.st_nlink == 0) {
      // Removed: nothing is in it any more.
      close(held[i]);
      memmove(held + i, held + i + 1, sizeof *held * (size_t)(--held_count - i));
      continue;
    }
    struct identity one = {status.st_dev, status.st_ino};
    add(protection->closed, &protection->closed_count, MAXIMUM_HELD + MAXIMUM_FILES, one, protection);
    int above = openat(held[i], "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    // Another user's, which no program of this one may pass through.
    if (above < 0 && errno == EACCES) continue;
    if (above < 0) return -errno;
    add_ways(protection, above);
    close(above);
    add_linked_files(protection, held[i]);
  }
  return protection->is_incomplete ? -EOVERFLOW : 0;
}

// Rules

static void allow(int ruleset, uint64_t access, int descriptor, const struct stat *status) {
  if (!S_ISDIR(status->st_mode)) access &= RUN | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE;
  if (!access) return;
  struct path_beneath rule = {access, descriptor};
  syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
}

// Whether a file or folder is inside a protected one.
static int is_inside(const struct protection *protection, int descriptor, const struct stat *status) {
  if (contains(protection->closed, protection->closed_count, (struct identity){status->st_dev, status->st_ino})) return 1;
  // What is inside has a protected folder above it, and for a file that is looked for by the caller's folder.
  if (!S_ISDIR(status->st_mode)) return 0;
  int here = fcntl(descriptor, F_DUPFD_CLOEXEC, 3), found = 0;
  struct identity last = {0, 0};
  for (int depth = 0; here >= 0 && depth < PATH_MAX / 2; depth++) {
    struct identity one;
    if (!identify(here, &one)) break;
    if (depth > 0 && one.device == last.device && one.number == last.number) break;
    found |= contains(protection->closed, protection->closed_count, one);
    last = one;
    int above = openat(here, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    close(here);
    here = above;
  }
  if (here >= 0) close(here);
  return found;
}

// Allows a folder, or all that is next to the ways that lead through it.
static void allow_around(
    int ruleset, uint64_t access, int descriptor, const struct protection *protection, int depth) {
  struct stat status;
  if (depth > MAXIMUM_DEPTH || fstat(descriptor, &status) != 0 || S_ISLNK(status.st_mode)) return;
  struct identity one = {status.st_dev, status.st_ino};
  if (contains(protection->closed, protection->closed_count, one)) return;
  if (!S_ISDIR(status.st_mode) || !contains(protection->ways, protection->way_count, one)) {
    allow(ruleset, access, descriptor, &status);
    return;
  }
  int readable = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = readable < 0 ? 0 : fdopendir(readable);
  if (!entries) {
    if (readable >= 0) close(readable);
    return;
  }
  for (struct dirent *entry; (entry = readdir(entries));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    int inner = openat(dirfd(entries), entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) continue;
    allow_around(ruleset, access, inner, protection, depth + 1);
    close(inner);
  }
  closedir(entries);
}

// Whether the folder of a file lies in a protected one.
static int is_file_inside(const struct protection *protection, const char *path) {
  char real[PATH_MAX];
  if (!realpath(path, real)) return 1;
  int folder = open(dirname(real), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 1;
  struct stat status;
  int r = fstat(folder, &status) != 0 || is_inside(protection, folder, &status);
  close(folder);
  return r;
}

static void allow_path(
    int ruleset, uint64_t access, const char *path, const struct protection *protection) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && !is_inside(protection, descriptor, &status)
      && (S_ISDIR(status.st_mode) || !is_file_inside(protection, path))) {
    allow_around(ruleset, access, descriptor, protection, 0);
  }
  close(descriptor);
}

static uint64_t rights(uint32_t access, long version) {
  uint64_t found = 0;
  if (access & (AG_PROGRAM_READ | AG_PROGRAM_WRITE)) found |= RUN | READ_FILE | READ_FOLDER;
  if (access & AG_PROGRAM_WRITE) {
    found |= WRITE_FILE | REMOVE_FOLDER | REMOVE_FILE | MAKE_FOLDER | MAKE_FILE | MAKE_FIFO | MAKE_LINK;
    if (version >= 2) found |= REFER;
    if (version >= 3) found |= TRUNCATE;
  }
  if (access & AG_PROGRAM_DEVICE) found |= READ_FILE | WRITE_FILE | (version >= 3 ? TRUNCATE : 0);
  return found;
}

int ag_rules_make(const struct ag_program *program, const char *private_folder) {
  long version = ag_rules_version();
  if (version < 1) return -1;
  struct protection *protection = calloc(1, sizeof *protection);
  if (!protection) return -ENOMEM - 1;
  pthread_mutex_lock(&lock);
  int failure = find_protected(program->protected_folders, protection);
  pthread_mutex_unlock(&lock);
  if (failure < 0) {
    free(protection);
    return -AG_PROGRAM_UNIDENTIFIED - 1;
  }
  struct ruleset_attributes attributes = {
      ALL_OF_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEVICE : 0),
      version >= 4 ? BIND_TCP : 0, version >= 6 ? SCOPES : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(CALL_CREATE_RULESET, &attributes, size, 0);
  failure = errno;
  if (ruleset >= 0) {
    for (size_t i = 0; i < program->rule_count; i++) {
      allow_path(ruleset, rights(program->rules[i].access, version), program->rules[i].path, protection);
    }
    allow_path(ruleset, rights(AG_PROGRAM_WRITE, version), private_folder, protection);
  }
  free(protection);
  return ruleset < 0 ? -failure - 1 : ruleset;
}

// Libraries

struct visit { void (*take)(const char *, void *); void *context; };

static int visit_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct visit *visit = data;
  char path[PATH_MAX];
  if (!info->dlpi_name || info->dlpi_name[0] != '/' || strlen(info->dlpi_name) >= sizeof path) return 0;
  strcpy(path, info->dlpi_name);
  visit->take(dirname(path), visit->context);
  return 0;
}

void ag_program_library_folders(void (*take)(const char *, void *), void *context) {
  struct visit visit = {take, context};
  dl_iterate_phdr(visit_library, &visit);
}
