// For LD_PRELOAD: the wall clock stands still at AFTERGLOW_FIXED_CLOCK, in seconds since 1970. Other clocks go on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t fixed(void) {
  const char *text = getenv("AFTERGLOW_FIXED_CLOCK");
  return text ? (time_t)atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
    *now = (struct timespec){.tv_sec = fixed()};
    return 0;
  }
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  return next(clock, now);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  *now = (struct timeval){.tv_sec = fixed()};
  return 0;
}

time_t time(time_t *now) {
  if (now) *now = fixed();
  return fixed();
}
