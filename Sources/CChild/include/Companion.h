// This program as a child of itself, and the mark in which that child says what it works on. A death of the child leaves the
// mark, which the parent reads.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

// Two connected stream sockets, which no other child gets; 0 or −errno.
int32_t ag_companion_pair(int32_t *ends);

// Starts this program again: its process id, or −errno. It gets the descriptors from number 3 on, in their order, and no
// other; the whole environment, and `additions` before it, ended by a null pointer; and `death`, a signal, when the thread that
// started it ends (0 = none). `input` < 0 leaves standard input as it is. `own_group` keeps a terminal's signals from it.
int32_t ag_companion_start(
    char *_Nullable const *_Nonnull arguments, const char *_Nullable const *_Nonnull additions, const int32_t *descriptors,
    int32_t count, int32_t input, int32_t death, int32_t own_group);

// Waits until it has ended: its exit status, 256 | signal, or −errno.
int32_t ag_companion_wait(int32_t child);

// From now on what asks this process to end asks its child instead, and the child decides.
void ag_companion_forward(int32_t child);

// Sends bytes with a descriptor (−1 = none): their number, or −errno. Waits where `wait` is not 0.
int64_t ag_companion_send(int32_t socket, const void *bytes, int64_t count, int32_t passed, int32_t wait);
// Receives bytes without waiting: 0 = the other side has ended, −EAGAIN = nothing now. `passed` gets a descriptor or −1.
int64_t ag_companion_receive(int32_t socket, void *bytes, int64_t count, int32_t *passed);

// The mark: memory that both processes map. Each thread of the child that works has an area of it.
enum { AG_MARK_AREAS = 8, AG_MARK_TEXT_BYTES = 16384 };

// A descriptor of new memory for a mark, or −errno; and its mapping, or null.
int32_t ag_mark_make(void);
void *_Nullable ag_mark_map(int32_t descriptor);
void ag_mark_unmap(void *mark);

// The calling thread begins to work, and has worked. Without a free area its work is not in the mark.
void ag_mark_claim(void *mark);
void ag_mark_release(void *mark);
// What it works on; longer texts are cut.
void ag_mark_enter(void *mark, const char *text, int64_t length);
// Counts one step of that work.
void ag_mark_step(void *mark);
// Steps of all threads.
uint64_t ag_mark_steps(const void *mark);
// Copies the text of an area whose thread works; −1 = none does.
int64_t ag_mark_read(const void *mark, int32_t area, char *text, int64_t capacity);

// When the first thread that works has begun, in ms since 1970; the greatest number = none works.
int64_t ag_mark_began_ms(const void *mark);

// How much has been written to standard output or error, by a process that may be started again.
void ag_mark_add_output(void *mark, int32_t descriptor, int64_t count);
int64_t ag_mark_output(const void *mark, int32_t descriptor);

// For tests: the process ends itself by `signal` at a step of the work whose text begins with `subject` (0 = it stops there).
void ag_mark_set_fault(const char *subject, int64_t step, int32_t signal);

#pragma clang assume_nonnull end
