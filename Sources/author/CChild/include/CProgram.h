// A third-party program as a child: a command of a source, or an added widget. What it may do is a list (docs/programs.md);
// all that it starts ends with it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

struct ag_child_limits;

enum {
  // Reads the files below a folder, lists it and runs its programs.
  AG_PROGRAM_READ = 1,
  // Also creates, changes, moves and removes files and folders there.
  AG_PROGRAM_WRITE = 2,
  // Reads and writes one device.
  AG_PROGRAM_DEVICE = 4,
};

// A path that need not exist, and what is allowed there and below.
struct ag_program_rule {
  const char *path;
  uint32_t access;
};

enum {
  // Tasks (processes and their threads) of one program at a time.
  AG_PROGRAM_TASKS = 256,
  // Memory of all its processes together, and disk space that may go while it runs, in MiB.
  AG_PROGRAM_MEMORY_MIB = 1024,
  AG_PROGRAM_DISK_MIB = 512,
};

struct ag_program {
  const char *path;
  char *_Nullable const *_Nonnull arguments;
  // NAME=value, ended by a null pointer; they replace what is passed of the parent's environment.
  const char *_Nullable const *_Nonnull additions;
  // Standard input and output, and standard error; −1 = the parent's standard error.
  int32_t input, output, errors;
  const struct ag_child_limits *limits;
  const struct ag_program_rule *_Nullable rules;
  size_t rule_count;
  // Folders that are protected from this program in addition to those of ag_program_protect, ended by a null pointer.
  const char *_Nullable const *_Nullable protected_folders;
  // A folder in which its private folder is created; TMPDIR names that one to the program.
  const char *temporary;
};

enum {
  // Negated in what ag_program_start returns: a protected folder is there, but cannot be identified.
  AG_PROGRAM_UNIDENTIFIED = 4095,
};

// Folders that no program may read, move or change, whatever else is allowed; absolute, at most 16, ended by a null pointer.
// They are looked up again at each start. One that was found stays protected under any name while this process lives.
void ag_program_protect(const char *_Nullable const *_Nonnull folders);

// Whether programs get a cgroup where this process may make one (the default). Without one the supervisor does all alone.
void ag_program_use_groups(int32_t are_used);

// The version of Landlock that programs are confined by: the kernel's, or an older one that a test asks for; 0 = none.
int32_t ag_program_landlock_version(void);
void ag_program_use_landlock(int32_t newest);

// Calls `take` with the folder of each library of this process.
void ag_program_library_folders(void (*_Nonnull take)(const char *_Nonnull, void *_Nullable), void *_Nullable context);

// Starts a supervisor with the program as its child. Returns the supervisor's process ID, or −errno.
//
// The supervisor ends when the program ends, after everything that the program has started, with the program's exit status or
// signal. It ends all of it too when the thread that called this function ends.
int32_t ag_program_start(const struct ag_program *program);

// Whether the program and everything that it has started have ended.
int32_t ag_program_has_ended(int32_t supervisor);

// Ends the program and everything that it has started. Returns the exit status, AG_CHILD_SIGNALLED | signal, or −errno.
// Processes that the kernel does not let die (a dead network disk) are left to the supervisor after five seconds.
int32_t ag_program_end(int32_t supervisor);

#pragma clang assume_nonnull end
