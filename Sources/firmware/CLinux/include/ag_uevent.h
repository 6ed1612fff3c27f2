// What the kernel reports of devices that come, go and change (NETLINK_KOBJECT_UEVENT), without a library.
#pragma once

#include "CLinux.h"

#include <linux/netlink.h>

#pragma clang assume_nonnull begin

// A socket that never blocks and hears the kernel itself, not what udev passes on.
AG_INLINE int32_t ag_uevent_socket(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -errno;
  struct sockaddr_nl a = {.nl_family = AF_NETLINK, .nl_groups = 1};
  // A bus that is plugged in reports hundreds of devices at once.
  int room = 256 * 1024;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (bind(fd, (struct sockaddr *)&a, sizeof a) < 0) {
    int e = -errno;
    close(fd);
    return e;
  }
  return fd;
}

// The next message's bytes; −EAGAIN = none, −ENOBUFS = some were lost, −EPERM = not from the kernel.
AG_INLINE int64_t ag_uevent_receive(int32_t fd, void *bytes, int64_t count) {
  struct sockaddr_nl from = {0};
  socklen_t size = sizeof from;
  int64_t n = ag_result(
      TEMP_FAILURE_RETRY(recvfrom(fd, bytes, (size_t)count, MSG_DONTWAIT, (struct sockaddr *)&from, &size)));
  if (n < 0) return n;
  return size == sizeof from && from.nl_family == AF_NETLINK && from.nl_pid == 0 ? n : -EPERM;
}

#pragma clang assume_nonnull end
