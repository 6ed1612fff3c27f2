// Parts of a child process that are set between fork and exec, so that none of its own code runs without them.
#pragma once

#include <stdint.h>

#include "CProgram.h"
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
  // In what ag_program_end returns: it died of the signal in the low byte.
  AG_CHILD_SIGNALLED = 256,
};

// Two descriptors, to read from and to write to, which no other child gets; 0 or −errno.
int32_t ag_child_pipe(int32_t *ends);

// Whether it has ended; it is not collected.
int32_t ag_child_has_ended(int32_t child);

// Unmaps the pages of the program's file and its libraries that are only read, until they are used again. They stay in the
// kernel's cache of files, which gives them up first where memory is short.
void ag_release_program_pages(void);

#pragma clang assume_nonnull end
