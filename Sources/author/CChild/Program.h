// Between the parts of this module.
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "CChild.h"
#include "CProgram.h"

// The environment of a child: `additions`, and what programs need of the parent's under other names. To be freed; null without
// memory.
char **ag_child_environment(const char *const *additions);
void ag_child_close_from(int first);
void ag_child_limit(int resource, uint64_t value);

// A Landlock ruleset for a program's rules, −1 on a kernel without Landlock, or −errno − 1.
int ag_rules_make(const struct ag_program *program, const char *private_folder);
long ag_rules_version(void);

// Installs the system-call filter of a program in this process; whether it is there.
int ag_filter_install(pid_t author, pid_t author_group, pid_t supervisor, long landlock);

// The cgroups of one program: one of version 2, which ends as a whole, and where version 2 does not limit tasks, one of version 1's
// controller "pids".
struct ag_group {
  // Folders of the groups in which the program's are made; −1 = no use of them.
  int base, tasks_base;
  // The program's group of version 2; −1 = none.
  int folder;
  // Whether there is one of version 1.
  int has_tasks_folder;
  // Whether the kernel limits the tasks of what joins.
  int limits_tasks;
  char name[64];
};
// Opens the bases, ends what authors left that were killed, and returns whether groups limit tasks here.
int ag_group_open(struct ag_group *group);
void ag_group_make(struct ag_group *group, pid_t supervisor, uint64_t tasks);
// Called by a process that joins.
int ag_group_join(const struct ag_group *group);
void ag_group_kill(const struct ag_group *group);
void ag_group_remove(struct ag_group *group);
// Ends what a supervisor that was killed has left; 0 = any that does not live.
void ag_group_sweep(const struct ag_group *group, pid_t supervisor);

// The processes of this machine that descend from this one.
struct ag_census {
  uint32_t tasks;
  uint64_t memory_bytes;
};
struct ag_census ag_census_take(void);
// Stops all of them, so that none starts another one.
void ag_census_stop(void);
// Tasks of all processes of a user.
uint32_t ag_census_tasks_of_user(uid_t user);
// The memory of those that the last census found, what they share counted once.
uint64_t ag_census_memory(void);
// Sends SIGKILL to each child of this process.
void ag_census_kill_children(void);

// Removes a folder with all that is in it, whatever made it.
void ag_folder_remove(const char *path);

// Runs in the supervisor, with the program as its child; does not return.
struct ag_supervision {
  pid_t program;
  const char *private_folder;
  struct ag_group group;
};
void ag_supervisor_watch_signals(void);
_Noreturn void ag_supervise(struct ag_supervision *supervision);

// A decimal number, with a zero byte at its end; returns its length.
int ag_number(char *text, uint64_t value);
