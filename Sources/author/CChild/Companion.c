#define _GNU_SOURCE 1
#include "Companion.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int32_t ag_companion_pair(int32_t *ends) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

// The start

static void close_after(int last) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)last + 1, ~0u, 0) == 0) return;
#endif
  for (int descriptor = last + 1; descriptor < 1024; descriptor++) close(descriptor);
}

// Between fork and exec: nothing but what a signal handler may call.
static void become(
    char *const *arguments, char *const *environment, const int32_t *descriptors, int32_t count, int32_t input, int32_t death,
    int32_t own_group, pid_t parent) {
  if (own_group) setpgid(0, 0);
  if (death) {
    prctl(PR_SET_PDEATHSIG, death, 0, 0, 0);
    if (getppid() != parent) _exit(126);
  }
  // First clear of the numbers that they get: one of them may be another's.
  int copies[8];
  for (int32_t i = 0; i < count; i++) copies[i] = fcntl(descriptors[i], F_DUPFD, 16);
  if (input >= 0) dup2(input, 0);
  for (int32_t i = 0; i < count; i++) {
    if (dup2(copies[i], 3 + i) < 0) _exit(126);
  }
  close_after(2 + count);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  execve("/proc/self/exe", arguments, environment);
  _exit(126);
}

int32_t ag_companion_start(
    char *const *arguments, const char *const *additions, const int32_t *descriptors, int32_t count, int32_t input,
    int32_t death, int32_t own_group) {
  if (count > 8) return -EINVAL;
  size_t total = 1;
  for (char **variable = environ; variable && *variable; variable++) total++;
  for (const char *const *addition = additions; *addition; addition++) total++;
  char **environment = calloc(total, sizeof *environment);
  if (!environment) return -ENOMEM;
  size_t place = 0;
  for (const char *const *addition = additions; *addition; addition++) environment[place++] = (char *)*addition;
  for (char **variable = environ; variable && *variable; variable++) environment[place++] = *variable;
  pid_t parent = getpid();
  pid_t child = fork();
  int failure = errno;
  if (child == 0) become(arguments, environment, descriptors, count, input, death, own_group, parent);
  free(environment);
  return child < 0 ? -failure : child;
}

int32_t ag_companion_wait(int32_t child) {
  int status = 0;
  pid_t r;
  do r = waitpid(child, &status, 0); while (r < 0 && errno == EINTR);
  if (r < 0) return -errno;
  return WIFSIGNALED(status) ? 256 | WTERMSIG(status) : WEXITSTATUS(status);
}

static volatile sig_atomic_t forwarded;

static void forward(int number) {
  int e = errno;
  kill((pid_t)forwarded, number);
  errno = e;
}

void ag_companion_forward(int32_t child) {
  forwarded = child;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = forward;
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    sigaction(numbers[i], &action, 0);
    sigaddset(&set, numbers[i]);
  }
  // A parent may have blocked them, as the threads of a dispatch queue do.
  sigprocmask(SIG_UNBLOCK, &set, 0);
}

// Messages

int64_t ag_companion_send(int32_t socket, const void *bytes, int64_t count, int32_t passed, int32_t wait) {
  struct iovec part = {(void *)bytes, (size_t)count};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (passed >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &passed, sizeof passed);
  }
  ssize_t n;
  do n = sendmsg(socket, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT)); while (n < 0 && errno == EINTR);
  return n < 0 ? -errno : n;
}

int64_t ag_companion_receive(int32_t socket, void *bytes, int64_t count, int32_t *passed) {
  struct iovec part = {bytes, (size_t)count};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  *passed = -1;
  ssize_t n;
  do n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT); while (n < 0 && errno == EINTR);
  if (n < 0) return errno == ECONNRESET ? 0 : -errno;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < found; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
      if (*passed < 0) *passed = descriptor;
      else close(descriptor);
    }
  }
  return n;
}

// The mark

struct area {
  _Atomic uint32_t is_claimed;
  _Atomic uint32_t is_active;
  _Atomic int64_t began_ms;
  _Atomic uint64_t steps;
  // Zero while the text is written: a process that is killed there has said nothing.
  _Atomic uint32_t length;
  char text[AG_MARK_TEXT_BYTES];
};
struct mark {
  _Atomic int64_t output;
  struct area areas[AG_MARK_AREAS];
};

int32_t ag_mark_make(void) {
  int32_t descriptor = memfd_create("afterglow-mark", MFD_CLOEXEC);
  if (descriptor < 0) return -errno;
  if (ftruncate(descriptor, sizeof(struct mark)) == 0) return descriptor;
  int32_t failure = -errno;
  close(descriptor);
  return failure;
}

void *ag_mark_map(int32_t descriptor) {
  void *mark = mmap(0, sizeof(struct mark), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return mark == MAP_FAILED ? 0 : mark;
}

void ag_mark_unmap(void *mark) { munmap(mark, sizeof(struct mark)); }

static char fault_subject[256];
static int64_t fault_step;
static int32_t fault_signal;
static __thread int is_fault_near;
// Of the calling thread; null = it does not work, or found none.
static __thread struct area *own;

void ag_mark_set_fault(const char *subject, int64_t step, int32_t signal) {
  strncpy(fault_subject, subject, sizeof fault_subject - 1);
  fault_step = step;
  fault_signal = signal;
}

void ag_mark_claim(void *mark) {
  for (int i = 0; i < AG_MARK_AREAS && !own; i++) {
    struct area *area = &((struct mark *)mark)->areas[i];
    uint32_t is_free = 0;
    if (!atomic_compare_exchange_strong(&area->is_claimed, &is_free, 1)) continue;
    own = area;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    atomic_store(&area->began_ms, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
  }
}

void ag_mark_release(void) {
  ag_mark_step();
  is_fault_near = 0;
  if (!own) return;
  atomic_store(&own->is_active, 0);
  atomic_store(&own->is_claimed, 0);
  own = 0;
}

void ag_mark_enter(const char *text, int64_t length) {
  if (!own) return;
  if (length > AG_MARK_TEXT_BYTES) length = AG_MARK_TEXT_BYTES;
  atomic_store(&own->length, 0);
  memcpy(own->text, text, (size_t)length);
  atomic_store(&own->length, (uint32_t)length);
  atomic_store(&own->is_active, 1);
  // The name, which ends with a zero byte.
  size_t count = strlen(fault_subject) + 1;
  is_fault_near = fault_step > 0 && (int64_t)count <= length && memcmp(own->text, fault_subject, count) == 0;
  ag_mark_step();
}

void ag_mark_step(void) {
  if (own) atomic_fetch_add_explicit(&own->steps, 1, memory_order_relaxed);
  if (!is_fault_near || --fault_step > 0) return;
  // As the trap of a checked operation: the kernel ends a process by it even in a thread that blocks signals.
  if (fault_signal == SIGILL) __builtin_trap();
  if (fault_signal > 0) kill(getpid(), fault_signal);
  for (;;) pause();
}

uint64_t ag_mark_steps(const void *mark, int32_t number) { return atomic_load(&((struct mark *)mark)->areas[number].steps); }

int64_t ag_mark_began_ms(const void *mark, int32_t number) {
  return atomic_load(&((struct mark *)mark)->areas[number].began_ms);
}

int64_t ag_mark_read(const void *mark, int32_t number, char *text, int64_t capacity) {
  struct area *area = &((struct mark *)mark)->areas[number];
  if (!atomic_load(&area->is_active)) return -1;
  int64_t length = atomic_load(&area->length);
  if (length > AG_MARK_TEXT_BYTES) length = AG_MARK_TEXT_BYTES;
  if (length > capacity) length = capacity;
  memcpy(text, area->text, (size_t)length);
  return length;
}

void ag_mark_add_output(void *mark, int64_t count) { atomic_fetch_add(&((struct mark *)mark)->output, count); }

int64_t ag_mark_output(const void *mark) { return atomic_load(&((struct mark *)mark)->output); }
