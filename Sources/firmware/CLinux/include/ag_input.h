// Input devices of the kernel (evdev), and one descriptor to wait on for all of them.
#pragma once

#include "CLinux.h"

#include <linux/input.h>
#include <sys/epoll.h>

#pragma clang assume_nonnull begin

// An event with its time in ms, whose size in the kernel's struct differs between architectures.
struct ag_input_event {
  int64_t at_ms;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

enum {
  AG_EV_KEY = EV_KEY,
  AG_EV_REL = EV_REL,
  AG_EV_ABS = EV_ABS,
};

AG_INLINE int32_t ag_input_open(const char *path) {
  return (int32_t)ag_result(TEMP_FAILURE_RETRY(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)));
}

// Bits of the event types (type 0) or of one type's codes that the device can send; the bytes that were filled.
AG_INLINE int32_t ag_input_bits(int32_t fd, int32_t type, void *out, int32_t room) {
  memset(out, 0, (size_t)room);
  return ag_control(fd, EVIOCGBIT((unsigned)type, (unsigned)room), out);
}

// Keys and contacts that are down now.
AG_INLINE int32_t ag_input_keys_down(int32_t fd, void *out, int32_t room) {
  memset(out, 0, (size_t)room);
  return ag_control(fd, EVIOCGKEY((unsigned)room), out);
}

AG_INLINE int32_t ag_input_name(int32_t fd, char *out, int32_t room) {
  memset(out, 0, (size_t)room);
  return ag_control(fd, EVIOCGNAME((unsigned)room - 1), out);
}

// Properties of the device, one bit each (INPUT_PROP_...).
AG_INLINE uint32_t ag_input_properties(int32_t fd) {
  uint64_t bits = 0;
  return ag_control(fd, EVIOCGPROP(sizeof bits), &bits) < 0 ? 0 : (uint32_t)bits;
}

// Value, minimum and maximum of an absolute axis; all 0 if it cannot be read.
AG_INLINE void ag_input_axis(int32_t fd, uint16_t code, int32_t *out) {
  struct input_absinfo info;
  memset(&info, 0, sizeof info);
  if (ag_control(fd, EVIOCGABS(code), &info) < 0) memset(&info, 0, sizeof info);
  out[0] = info.value;
  out[1] = info.minimum;
  out[2] = info.maximum;
}

// The values of a multi-touch axis, one for each slot; `otherwise` where the device has none.
AG_INLINE void ag_input_slots(int32_t fd, uint16_t code, int32_t otherwise, int32_t *out, int32_t room) {
  struct { uint32_t code; int32_t slots[32]; } request;
  if (room > 32) room = 32;
  for (int i = 0; i < 32; i++) request.slots[i] = otherwise;
  request.code = code;
  if (ag_control(fd, EVIOCGMTSLOTS(sizeof request), &request) < 0)
    for (int i = 0; i < 32; i++) request.slots[i] = otherwise;
  for (int i = 0; i < room; i++) out[i] = request.slots[i];
}

// Chooses CLOCK_BOOTTIME for the times of events; negative if the kernel cannot.
AG_INLINE int32_t ag_input_use_boottime(int32_t fd) {
  int clock = CLOCK_BOOTTIME;
  return ag_control(fd, EVIOCSCLOCKID, &clock);
}

// Major and minor number of the device; 0 and 0 if it has none.
AG_INLINE void ag_input_numbers(int32_t fd, uint32_t *out) {
  struct stat status;
  out[0] = out[1] = 0;
  if (fstat(fd, &status) < 0) return;
  uint64_t device = status.st_rdev;
  out[0] = (uint32_t)((device >> 8 & 0xFFF) | (device >> 32 & 0xFFFFF000));
  out[1] = (uint32_t)((device & 0xFF) | (device >> 12 & 0xFFFFFF00));
}

// At most `room` (and sixteen) events that have come; 0 = none, −ENODEV = the device is gone.
AG_INLINE int32_t ag_input_read(int32_t fd, struct ag_input_event *out, int32_t room) {
  struct input_event events[16];
  if (room > 16) room = 16;
  int64_t n = ag_read(fd, events, (int64_t)sizeof events[0] * room);
  if (n == -EAGAIN) return 0;
  // An end of file is no event device's, but a pipe's in its place.
  if (n <= 0) return n == 0 ? -ENODEV : (int32_t)n;
  int32_t count = (int32_t)(n / (int64_t)sizeof events[0]);
  for (int32_t i = 0; i < count; i++) {
    int64_t at = (int64_t)events[i].input_event_sec * 1000 + (int64_t)events[i].input_event_usec / 1000;
    out[i] = (struct ag_input_event){at, events[i].type, events[i].code, events[i].value};
  }
  return count;
}

AG_INLINE int32_t ag_watch_create(void) { return (int32_t)ag_result(epoll_create1(EPOLL_CLOEXEC)); }

AG_INLINE int32_t ag_watch_add(int32_t watch, int32_t fd, int32_t key) {
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)key};
  return (int32_t)ag_result(epoll_ctl(watch, EPOLL_CTL_ADD, fd, &event));
}

AG_INLINE void ag_watch_remove(int32_t watch, int32_t fd) {
  struct epoll_event event = {0};
  epoll_ctl(watch, EPOLL_CTL_DEL, fd, &event);
}

// The key of one that has something to read; −1 = none. Never waits.
AG_INLINE int32_t ag_watch_next(int32_t watch) {
  struct epoll_event event;
  return TEMP_FAILURE_RETRY(epoll_wait(watch, &event, 1, 0)) == 1 ? (int32_t)event.data.u32 : -1;
}

#pragma clang assume_nonnull end
