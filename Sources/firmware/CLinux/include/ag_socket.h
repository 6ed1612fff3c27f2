// Sockets of control: whole packets, never a part.
#pragma once

#include "CLinux.h"

#pragma clang assume_nonnull begin

AG_INLINE int32_t ag_socket_pair(int32_t *fds) {
  return (int32_t)ag_result(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds));
}

AG_INLINE int32_t ag_address(struct sockaddr_un *a, const char *path) {
  memset(a, 0, sizeof *a);
  a->sun_family = AF_UNIX;
  size_t n = strlen(path);
  if (n >= sizeof a->sun_path) return -ENAMETOOLONG;
  memcpy(a->sun_path, path, n + 1);
  return 0;
}

// Whether the listener at the other end is trusted: root, or the same user. Root may connect to any.
AG_INLINE int32_t ag_peer_is_trusted(int32_t fd) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (geteuid() == 0) return 1;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return 0;
  return peer.uid == 0 || peer.uid == geteuid();
}

// Neither this nor a send that waits takes longer: −ETIMEDOUT when a program listens there that hangs.
enum { AG_SOCKET_PATIENCE_SECONDS = 5 };

// −EPERM: another user's program listens there. Without `wait` −ETIMEDOUT comes at once where too many wait already.
AG_INLINE int32_t ag_connect(const char *path, int32_t wait) {
  struct sockaddr_un a;
  int e = ag_address(&a, path);
  if (e < 0) return e;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | (wait ? 0 : SOCK_NONBLOCK), 0);
  if (fd < 0) return -errno;
  struct timeval limit = {AG_SOCKET_PATIENCE_SECONDS, 0};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  int r = (int)TEMP_FAILURE_RETRY(connect(fd, (struct sockaddr *)&a, sizeof a));
  if (r < 0) r = errno == EAGAIN ? -ETIMEDOUT : -errno;
  if (r == 0 && !ag_peer_is_trusted(fd)) r = -EPERM;
  if (r == 0) return fd;
  close(fd);
  return r;
}

// Makes room for a socket at `path`: one without a listener is removed. −EADDRINUSE: a process of any user listens there,
// however busy; −EEXIST: it is not a socket, or one of another kind. Never waits.
AG_INLINE int32_t ag_clear_address(const struct sockaddr_un *a) {
  struct stat s;
  if (lstat(a->sun_path, &s) < 0) return errno == ENOENT ? 0 : -errno;
  if (!S_ISSOCK(s.st_mode)) return -EEXIST;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  int r = (int)TEMP_FAILURE_RETRY(connect(fd, (const struct sockaddr *)a, sizeof *a));
  int e = r < 0 ? errno : 0;
  close(fd);
  if (e == 0 || e == EAGAIN || e == EPERM || e == EACCES) return -EADDRINUSE;
  if (e == EPROTOTYPE) return -EEXIST;
  if (e == ENOENT) return 0;
  if (e != ECONNREFUSED) return -e;
  return unlink(a->sun_path) < 0 && errno != ENOENT ? -errno : 0;
}

// Listens with mode 0600; root that was given another group on purpose lets that group in: 0660. What stands there is seen
// to by `ag_clear_address`.
AG_INLINE int32_t ag_listen(const char *path) {
  struct sockaddr_un a;
  int e = ag_address(&a, path);
  if (e == 0) e = ag_clear_address(&a);
  if (e < 0) return e;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  mode_t old = umask(ag_admits_group() ? 0117 : 0177);
  int r = bind(fd, (struct sockaddr *)&a, sizeof a);
  int bind_errno = errno;
  umask(old);
  if (r < 0 || listen(fd, 4) < 0) {
    r = r < 0 ? -bind_errno : -errno;
    close(fd);
    return r;
  }
  return fd;
}

AG_INLINE int32_t ag_accept(int32_t fd) {
  return (int32_t)ag_result(TEMP_FAILURE_RETRY(accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK)));
}

// A kernel that has no memory for a packet (−ENOBUFS, −ENOMEM) is asked again so often, a millisecond later each time: a
// packet that is not sent is not sent later.
enum { AG_SEND_REPEATS = 10 };
AG_INLINE ssize_t ag_send_message(int32_t fd, const struct msghdr *m, int32_t flags) {
  for (int32_t repeats = 0;; repeats++) {
    ssize_t n = (ssize_t)TEMP_FAILURE_RETRY(sendmsg(fd, m, flags));
    if (n >= 0 || (errno != ENOBUFS && errno != ENOMEM) || repeats == AG_SEND_REPEATS) return n;
    // A confined renderer may wait so, and in no other way.
    int e = errno;
    ppoll(0, 0, &(struct timespec){0, 1000000}, 0);
    errno = e;
  }
}

// `passed` < 0 = no descriptor. Without `wait` −EAGAIN when the other side does not read.
AG_INLINE int64_t ag_send(int32_t fd, const void *bytes, int64_t count, int32_t passed, int32_t wait) {
  struct iovec v = {(void *)bytes, (size_t)count};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
  if (passed >= 0) {
    memset(&control, 0, sizeof control);
    m.msg_control = control.room;
    m.msg_controllen = sizeof control.room;
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    int fd32 = passed;
    memcpy(CMSG_DATA(c), &fd32, sizeof(int));
  }
  ssize_t n = ag_send_message(fd, &m, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
  return n < 0 && wait && errno == EAGAIN ? -ETIMEDOUT : ag_result(n);
}

// The descriptors that came along: the first goes to `passed`, every other one is closed. How many there were.
AG_INLINE int32_t ag_take_descriptors(struct msghdr *m, int32_t *passed) {
  int32_t found = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int one;
      memcpy(&one, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
      if (found++ == 0) *passed = one; else close(one);
    }
  }
  return found;
}

// Whether the other side says no more: nothing read is its end then, and else an empty packet.
AG_INLINE int32_t ag_has_hung_up(int32_t fd) {
  struct pollfd entry = {fd, POLLRDHUP, 0};
  struct timespec now = {0, 0};
  return TEMP_FAILURE_RETRY(ppoll(&entry, 1, &now, 0)) > 0;
}

// One packet. 0 = the other side has closed; −EAGAIN = nothing there; −EBADMSG = a packet that is none of ours: empty,
// longer than `count` or with more than one descriptor, of which none is kept. `passed` gets a descriptor or −1. A sender
// that left without reading what it was sent is a connection reset first; what it said before comes after that.
AG_INLINE int64_t ag_receive(int32_t fd, void *bytes, int64_t count, int32_t *passed) {
  struct iovec v = {bytes, (size_t)count};
  // The kernel rounds up: there is room for two, and it closes those that find none.
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr m;
  *passed = -1;
  ssize_t n = 0;
  for (int resets = 0; resets < 2; resets++) {
    m = (struct msghdr){
      .msg_iov = &v, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room,
    };
    n = (ssize_t)TEMP_FAILURE_RETRY(recvmsg(fd, &m, MSG_CMSG_CLOEXEC | MSG_DONTWAIT));
    if (n >= 0 || errno != ECONNRESET) break;
  }
  if (n < 0) return -errno;
  int32_t found = ag_take_descriptors(&m, passed);
  int32_t is_cut = (m.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  int32_t is_empty = n == 0 && (found > 0 || !ag_has_hung_up(fd));
  if (found <= 1 && !is_cut && !is_empty) return n;
  if (*passed >= 0) close(*passed);
  *passed = -1;
  return -EBADMSG;
}

#pragma clang assume_nonnull end
