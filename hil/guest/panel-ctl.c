// Speaks to a running guard as an author does (Sources/firmware/AfterglowLinux/Control/ControlMessage.swift has the layout).
// usage: panel-ctl SOCKET archive FILE | mode NUMBER | lux LUX|unknown|own | power on|off | stop
//        panel-ctl SOCKET watch SECONDS    a line for each message: its kind and numbers
//        panel-ctl SOCKET state            one line: the renderer's process and the last update
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct message {
  uint32_t magic;
  uint8_t kind, reserved0;
  uint16_t version;
  int64_t realtime_ms, next_realtime_ms, next_monotonic_ms, damaged, changed;
  uint64_t hash;
  int64_t value;
  uint32_t causes;
  uint8_t variant, night, always_on, damage_count;
  int32_t damage[16][4];
  uint32_t text_bytes, reserved1;
  char text[304];
};
_Static_assert(sizeof(struct message) == 640, "a packet has 640 bytes");

enum { HELLO = 1, ARCHIVE, MODE, LUX, STOP, PING, PONG, UPDATED = 9, ADOPTED, REFUSED, RESTARTED, SHOWING, POWER };

static int fail(const char *what) {
  fprintf(stderr, "panel-ctl: %s: %s\n", what, strerror(errno));
  return 1;
}

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int dial(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int file = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  for (int i = 0; i < 300; i++) {
    if (connect(file, (struct sockaddr *)&address, sizeof address) == 0) return file;
    nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
  }
  return -1;
}

/* The next message within the limit; 0 = none. */
static int receive(int file, struct message *message, int64_t deadline) {
  for (;;) {
    int64_t left = deadline - now_ms();
    struct pollfd wait = {.fd = file, .events = POLLIN};
    if (left < 0 || poll(&wait, 1, (int)left) <= 0) return 0;
    ssize_t count = recv(file, message, sizeof *message, 0);
    if (count <= 0) return 0;
    if (count == sizeof *message && message->magic == 0x31434741) return 1;
  }
}

static void print(const struct message *message) {
  static const char *names[] = {"0", "hello", "archive", "mode", "lux", "stop", "ping", "pong", "describe", "updated",
    "adopted", "refused", "restarted", "showing", "power"};
  const char *name = message->kind < sizeof names / sizeof *names ? names[message->kind] : "?";
  printf("%s at=%lld damaged=%lld changed=%lld value=%lld causes=%u night=%u always-on=%u hash=%016llx text=%.*s",
    name, (long long)message->realtime_ms, (long long)message->damaged, (long long)message->changed,
    (long long)message->value, message->causes, message->night, message->always_on, (unsigned long long)message->hash,
    (int)(message->text_bytes < 304 ? message->text_bytes : 304), message->text);
  for (int i = 0; i < message->damage_count && i < 16; i++) {
    const int32_t *rect = message->damage[i];
    printf(" rect=%d,%d,%d,%d", rect[0], rect[1], rect[2], rect[3]);
  }
  putchar('\n');
  fflush(stdout);
}

static int watch(int file, double seconds) {
  struct message message;
  int64_t deadline = now_ms() + (int64_t)(seconds * 1000);
  while (receive(file, &message, deadline)) print(&message);
  return 0;
}

static int state(int file) {
  struct message message;
  int64_t deadline = now_ms() + 200;
  while (receive(file, &message, deadline)) print(&message);
  return 0;
}

/* Waits until the archive is shown or refused. */
static int send_archive(int file, const char *path) {
  int archive = open(path, O_RDONLY | O_CLOEXEC);
  if (archive < 0) return fail(path);
  struct message message = {.magic = 0x31434741, .kind = ARCHIVE, .version = 1};
  struct iovec bytes = {&message, sizeof message};
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct msghdr packet = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&packet);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &archive, sizeof archive);
  if (sendmsg(file, &packet, MSG_NOSIGNAL) < 0) return fail("send the archive");
  int64_t deadline = now_ms() + 10000;
  while (receive(file, &message, deadline)) {
    if (message.kind == ADOPTED || message.kind == REFUSED) {
      print(&message);
      return message.kind == ADOPTED ? 0 : 1;
    }
  }
  fputs("panel-ctl: neither shown nor refused after 10 s\n", stderr);
  return 1;
}

/* Returns when the guard has taken it: the answer to a ping comes after it. */
static int send_value(int file, uint8_t kind, int64_t value) {
  struct message message = {.magic = 0x31434741, .kind = kind, .version = 1, .value = value};
  if (send(file, &message, sizeof message, MSG_NOSIGNAL) != sizeof message) return fail("send");
  if (kind == STOP) return 0;
  message.kind = PING;
  message.value = getpid();
  if (send(file, &message, sizeof message, MSG_NOSIGNAL) != sizeof message) return fail("send");
  int64_t deadline = now_ms() + 3000;
  while (receive(file, &message, deadline)) {
    if (message.kind == PONG && message.value == getpid()) return 0;
  }
  fputs("panel-ctl: the guard has not answered for 3 s\n", stderr);
  return 1;
}

static int64_t lux_of(const char *word) {
  if (strcmp(word, "unknown") == 0) return -1;
  if (strcmp(word, "own") == 0) return -2;
  return (int64_t)(atof(word) * 1000);
}

int main(int count, char **words) {
  const char *verb = count > 2 ? words[2] : "";
  const char *object = count > 3 ? words[3] : "";
  if (count < 3 || (count < 4 && strcmp(verb, "state") && strcmp(verb, "stop"))) {
    fputs("panel-ctl SOCKET archive FILE | mode N | lux LUX|unknown|own | power on|off | stop | watch SECONDS | state\n",
      stderr);
    return 64;
  }
  int file = dial(words[1]);
  if (file < 0) return fail(words[1]);
  if (strcmp(verb, "watch") == 0) return watch(file, atof(object));
  if (strcmp(verb, "state") == 0) return state(file);
  if (strcmp(verb, "archive") == 0) return send_archive(file, object);
  if (strcmp(verb, "mode") == 0) return send_value(file, MODE, atoi(object));
  if (strcmp(verb, "lux") == 0) return send_value(file, LUX, lux_of(object));
  if (strcmp(verb, "power") == 0) return send_value(file, POWER, strcmp(object, "on") == 0);
  if (strcmp(verb, "stop") == 0) return send_value(file, STOP, 0);
  fprintf(stderr, "panel-ctl: no '%s'\n", verb);
  return 64;
}
