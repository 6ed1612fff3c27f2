// This program as a child of itself, and the mark in which that child says what it works on. A death of the child leaves the
// mark, which the parent reads.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

// Two connected stream sockets, which no other child gets; 0 or −errno.
int32_t ag_companion_pair(int32_t *ends);

// Starts this program again. Returns its process ID, or −errno. The child gets the descriptors from number 3 on, in their
// order, and no others; the whole environment, and `additions` before it, ended by a null pointer; and the signal `death` when
// the thread that started it ends (0 = none). `input` < 0 leaves standard input as it is. `own_group` keeps a terminal's
// signals from the child.
int32_t ag_companion_start(
    char *_Nullable const *_Nonnull arguments, const char *_Nullable const *_Nonnull additions, const int32_t *descriptors,
    int32_t count, int32_t input, int32_t death, int32_t own_group);

// Waits until the child has ended. Returns its exit status, 256 | signal, or −errno.
int32_t ag_companion_wait(int32_t child);

// Passes the signals that ask this process to end on to its child, from now on. The child decides.
void ag_companion_forward(int32_t child);

// Sends bytes with a descriptor (−1 = none): their number, or −errno. Waits where `wait` is not 0.
int64_t ag_companion_send(int32_t socket, const void *bytes, int64_t count, int32_t passed, int32_t wait);
// Receives bytes without waiting: 0 = the other side has ended, −EAGAIN = nothing now. `passed` gets a descriptor or −1.
int64_t ag_companion_receive(int32_t socket, void *bytes, int64_t count, int32_t *passed);

// The mark: memory that both processes map. Each thread of the child that works has an area of it. A thread that finds no free
// area works without a mark.
enum { AG_MARK_AREAS = 8, AG_MARK_TEXT_BYTES = 16384 };

// Makes the memory of a mark: a descriptor, or −errno. Maps it, or returns null.
int32_t ag_mark_make(void);
void *_Nullable ag_mark_map(int32_t descriptor);
void ag_mark_unmap(void *mark);

// Claims an area for the calling thread, and releases it.
void ag_mark_claim(void *mark);
void ag_mark_release(void);
// Writes what the calling thread works on; longer texts are cut. Counts one step.
void ag_mark_enter(const char *text, int64_t length);
// Counts one step of the calling thread.
void ag_mark_step(void);
// Copies the text of an area whose thread works; −1 = none does.
int64_t ag_mark_read(const void *mark, int32_t area, char *text, int64_t capacity);
// Steps of the threads that have had an area. The number never falls.
uint64_t ag_mark_steps(const void *mark, int32_t area);
// When an area was claimed last, in ms since 1970.
int64_t ag_mark_began_ms(const void *mark, int32_t area);

// Bytes that the child has written to standard output.
void ag_mark_add_output(void *mark, int64_t count);
int64_t ag_mark_output(const void *mark);

// For tests: the process ends itself by `signal` at a step of the work whose text begins with `subject` (0 = it stops there).
void ag_mark_set_fault(const char *subject, int64_t step, int32_t signal);

#pragma clang assume_nonnull end
