// Input devices of the kernel (evdev), and one descriptor to wait on for all of them.
#pragma once

#include "CLinux.h"

#include <linux/input.h>
#include <sys/epoll.h>

#pragma clang assume_nonnull begin

// What an event says, without its time, whose size differs between architectures.
struct ag_input_event {
  uint16_t type;
  uint16_t code;
  int32_t value;
};

enum {
  AG_EV_SYN = EV_SYN,
  AG_EV_KEY = EV_KEY,
  AG_EV_ABS = EV_ABS,
  AG_SYN_REPORT = SYN_REPORT,
  AG_SYN_DROPPED = SYN_DROPPED,
  AG_CONTACT = ABS_MT_TRACKING_ID,
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

// 1 when a finger touches a multi-touch device now.
AG_INLINE int32_t ag_input_contact_is_down(int32_t fd) {
  struct { uint32_t code; int32_t slots[32]; } request;
  for (int i = 0; i < 32; i++) request.slots[i] = -1;
  request.code = ABS_MT_TRACKING_ID;
  if (ag_control(fd, EVIOCGMTSLOTS(sizeof request), &request) < 0) return 0;
  for (int i = 0; i < 32; i++)
    if (request.slots[i] >= 0) return 1;
  return 0;
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
  for (int32_t i = 0; i < count; i++) out[i] = (struct ag_input_event){events[i].type, events[i].code, events[i].value};
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
