// A third-party program as a child: its limits are set between fork and exec, so that none of its own code runs
// without them, and it dies with the thread that started it, and with its group.
#pragma once

#include <stdint.h>

#include "Companion.h"

#pragma clang assume_nonnull begin

struct ag_child_limits {
  uint64_t memory_bytes;
  uint64_t processor_seconds;
  uint64_t open_files;
  uint64_t file_bytes;
};

enum {
  // Exit status of a child that could not become the program.
  AG_CHILD_NOT_STARTED = 126,
  // In what ag_child_end returns: it died of the signal in the low byte.
  AG_CHILD_SIGNALLED = 256,
};

// Two descriptors, to read from and to write to, which no other child gets; 0 or −errno.
int32_t ag_child_pipe(int32_t *ends);

// Folders that no child may read from now on, absolute and ended by a null pointer; at most eight. Called once, before any
// child is started. The kernel's Landlock keeps them so for a child and all that it starts.
void ag_child_hide(const char *_Nullable const *_Nonnull folders);

// Whether the kernel has Landlock. Without it children can read whatever this user can.
int32_t ag_child_can_hide(void);

// Its process id, or −errno. Of the parent's environment it gets what programs need (paths, language, zone, proxies), and
// `additions`, which are ended by a null pointer. Standard input and output are the descriptors given, standard error is `errors` or, if that is
// negative, the parent's, and no other is open. It leads a process group of its own.
int32_t ag_child_start(
    const char *path, char *_Nullable const *_Nonnull arguments, const char *_Nullable const *_Nonnull additions,
    int32_t input, int32_t output, int32_t errors, const struct ag_child_limits *limits);

// Whether it has ended; it is not collected.
int32_t ag_child_has_ended(int32_t child);

// Kills it and its group, and collects it: its exit status, AG_CHILD_SIGNALLED | signal, or −errno. One that the kernel does
// not let die (a dead network disk) is left after two seconds.
int32_t ag_child_end(int32_t child);

#pragma clang assume_nonnull end
