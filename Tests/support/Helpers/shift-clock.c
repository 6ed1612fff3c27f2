// For LD_PRELOAD: the wall clock is AFTERGLOW_CLOCK_SHIFT seconds ahead (below 0: behind), for a program and its children.
// Everything of the wall clock moves with it: the time itself, the times of files, and waits until a time. Clocks since boot
// are the kernel's, so that waits take as long as ever. Programs without the dynamic loader are not reached.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static time_t shift;
// Whether a descriptor is a timer of the wall clock.
static unsigned char is_wall_timer[65536];

// What this library stands before.
#define EACH(X)                                                                                                     \
  X(clock_gettime) X(gettimeofday) X(clock_nanosleep) X(pthread_cond_timedwait) X(pthread_cond_clockwait)           \
  X(pthread_mutex_timedlock) X(sem_timedwait) X(timerfd_create) X(timerfd_settime) X(stat) X(lstat) X(fstat)        \
  X(fstatat) X(statx) X(utimensat) X(futimens) X(utimes) X(futimes)
#define DECLARE(name) static __typeof__(name) *next_##name;
EACH(DECLARE)

// In the version that programs of today are linked with; some have older ones of the same name.
static void *find(const char *name) {
  const char *versions[] = {"GLIBC_2.34", "GLIBC_2.33", "GLIBC_2.30", "GLIBC_2.17", "GLIBC_2.3.2"};
  void *found = NULL;
  for (unsigned index = 0; !found && index < sizeof versions / sizeof *versions; index++)
    found = dlvsym(RTLD_NEXT, name, versions[index]);
  return found ? found : dlsym(RTLD_NEXT, name);
}

// Before main, and so before anything is counted or locked down: a call afterwards needs nothing but what it stands for.
__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("AFTERGLOW_CLOCK_SHIFT");
  shift = text ? (time_t)atoll(text) : 0;
#define FIND(name) next_##name = (__typeof__(next_##name))find(#name);
  EACH(FIND)
}

// Other libraries begin before this one.
#define NEXT(name)              \
  if (!next_##name) begin();    \
  __typeof__(next_##name) next = next_##name

static int is_wall(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
}

// MARK: The time

int clock_gettime(clockid_t clock, struct timespec *now) {
  NEXT(clock_gettime);
  int result = next(clock, now);
  if (result == 0 && is_wall(clock)) now->tv_sec += shift;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  NEXT(gettimeofday);
  int result = next(now, zone);
  if (result == 0) now->tv_sec += shift;
  return result;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *now, int base) {
  if (base != TIME_UTC || clock_gettime(CLOCK_REALTIME, now) != 0) return 0;
  return base;
}

// MARK: Waits until a time

// A time of the wall clock as the kernel has it. Monotonic times are no larger than a machine's age.
static struct timespec kernels(const struct timespec *until) {
  struct timespec time = *until;
  if (time.tv_sec > 1000000000) time.tv_sec -= shift;
  return time;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wait, struct timespec *left) {
  NEXT(clock_nanosleep);
  if (!is_wall(clock) || !(flags & TIMER_ABSTIME)) return next(clock, flags, wait, left);
  struct timespec until = kernels(wait);
  return next(clock, flags, &until, left);
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
  NEXT(pthread_cond_timedwait);
  struct timespec time = kernels(until);
  return next(cond, mutex, &time);
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until) {
  NEXT(pthread_cond_clockwait);
  struct timespec time = kernels(until);
  return next(cond, mutex, clock, &time);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
  NEXT(pthread_mutex_timedlock);
  struct timespec time = kernels(until);
  return next(mutex, &time);
}

int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict until) {
  NEXT(sem_timedwait);
  struct timespec time = kernels(until);
  return next(sem, &time);
}

int timerfd_create(int clock, int flags) {
  NEXT(timerfd_create);
  int fd = next(clock, flags);
  if (fd >= 0 && fd < (int)sizeof is_wall_timer) is_wall_timer[fd] = is_wall(clock);
  return fd;
}

static int is_wall_fd(int fd) { return fd >= 0 && fd < (int)sizeof is_wall_timer && is_wall_timer[fd]; }

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  NEXT(timerfd_settime);
  if (!is_wall_fd(fd) || !(flags & TFD_TIMER_ABSTIME) || !new || (new->it_value.tv_sec | new->it_value.tv_nsec) == 0)
    return next(fd, flags, new, old);
  // A time before 1970 is over, as the earliest is; 0 would be no time at all.
  struct itimerspec kernel = *new;
  if (__builtin_sub_overflow(new->it_value.tv_sec, shift, &kernel.it_value.tv_sec)) kernel.it_value = new->it_value;
  if (kernel.it_value.tv_sec < 0) kernel.it_value = (struct timespec){.tv_nsec = 1};
  return next(fd, flags, &kernel, old);
}

// MARK: Times of files

static void move(struct stat *status) {
  status->st_atim.tv_sec += shift;
  status->st_mtim.tv_sec += shift;
  status->st_ctim.tv_sec += shift;
}

int stat(const char *restrict path, struct stat *restrict status) {
  NEXT(stat);
  int result = next(path, status);
  if (result == 0) move(status);
  return result;
}

int lstat(const char *restrict path, struct stat *restrict status) {
  NEXT(lstat);
  int result = next(path, status);
  if (result == 0) move(status);
  return result;
}

int fstat(int fd, struct stat *status) {
  NEXT(fstat);
  int result = next(fd, status);
  if (result == 0) move(status);
  return result;
}

int fstatat(int fd, const char *restrict path, struct stat *restrict status, int flags) {
  NEXT(fstatat);
  int result = next(fd, path, status, flags);
  if (result == 0) move(status);
  return result;
}

// The same where long is 64 bits.
int stat64(const char *restrict path, struct stat64 *restrict status) { return stat(path, (struct stat *)status); }
int lstat64(const char *restrict path, struct stat64 *restrict status) { return lstat(path, (struct stat *)status); }
int fstat64(int fd, struct stat64 *status) { return fstat(fd, (struct stat *)status); }
int fstatat64(int fd, const char *restrict path, struct stat64 *restrict status, int flags) {
  return fstatat(fd, path, (struct stat *)status, flags);
}

int statx(int fd, const char *restrict path, int flags, unsigned mask, struct statx *restrict status) {
  NEXT(statx);
  int result = next(fd, path, flags, mask, status);
  if (result == 0) {
    status->stx_atime.tv_sec += shift;
    status->stx_btime.tv_sec += shift;
    status->stx_ctime.tv_sec += shift;
    status->stx_mtime.tv_sec += shift;
  }
  return result;
}

static void unmove(const struct timespec from[2], struct timespec to[2]) {
  for (int index = 0; index < 2; index++) {
    to[index] = from[index];
    if (from[index].tv_nsec != UTIME_NOW && from[index].tv_nsec != UTIME_OMIT) to[index].tv_sec -= shift;
  }
}

int utimensat(int fd, const char *path, const struct timespec times[2], int flags) {
  NEXT(utimensat);
  struct timespec moved[2];
  if (times) unmove(times, moved);
  return next(fd, path, times ? moved : NULL, flags);
}

int futimens(int fd, const struct timespec times[2]) {
  NEXT(futimens);
  struct timespec moved[2];
  if (times) unmove(times, moved);
  return next(fd, times ? moved : NULL);
}

static const struct timeval *unmoved(const struct timeval times[2], struct timeval moved[2]) {
  for (int index = 0; times && index < 2; index++) {
    moved[index] = times[index];
    moved[index].tv_sec -= shift;
  }
  return times ? moved : NULL;
}

int utimes(const char *path, const struct timeval times[2]) {
  NEXT(utimes);
  struct timeval moved[2];
  return next(path, unmoved(times, moved));
}

int futimes(int fd, const struct timeval times[2]) {
  NEXT(futimes);
  struct timeval moved[2];
  return next(fd, unmoved(times, moved));
}
