/* Requests to the host over the second serial port, one line each way; one program at a time. */
#include "hil.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <termios.h>
#include <unistd.h>

static int lock = -1; /* held from the request until its answer */

int open_line(void) {
  lock = open("/run/hil.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0 || flock(lock, LOCK_EX)) die("lock", "/run/hil.lock");
  int line = open("/dev/ttyS1", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (line < 0) die("open", "/dev/ttyS1");
  struct termios settings;
  if (tcgetattr(line, &settings)) die("set up", "/dev/ttyS1");
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL;
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  if (tcsetattr(line, TCSANOW, &settings)) die("set up", "/dev/ttyS1");
  return line;
}

static void send_line(int line, const char *request) {
  size_t length = strlen(request), sent = 0;
  char *text = malloc(length + 2);
  if (!text) die("send to", "the host");
  snprintf(text, length + 2, "%s\n", request);
  while (sent < length + 1) {
    ssize_t count = write(line, text + sent, length + 1 - sent);
    if (count < 0 && errno != EINTR) die("send to", "the host");
    if (count > 0) sent += (size_t)count;
  }
  free(text);
}

/* Answers begin with OK or ERROR. */
int ask_host(const char *request) {
  int line = open_line();
  FILE *answers = fdopen(line, "r+");
  char *answer = NULL;
  size_t room = 0;
  send_line(line, request);
  if (!answers || getline(&answer, &room, answers) < 0) die("hear from", "the host");
  int is_good = strncmp(answer, "OK", 2) == 0;
  if (!is_good) fputs(answer, stderr);
  else if (strlen(answer) > 3 && strcmp(answer, "OK {}\n")) fputs(answer + 3, stdout);
  free(answer);
  fclose(answers);
  close(lock);
  return is_good ? 0 : 1;
}

static int is_file_name(const char *name) {
  return name && !strchr(name, '/') && !strchr(name, ' ') && strlen(name) <= 100;
}

/* WORD NAME [NUMBER] DEVICE HEAD */
static int ask_for_picture(const char *word, int count, char **words, int takes_seconds) {
  const char *name = NULL, *seconds = NULL, *device = "screen", *head = "0";
  for (int i = 0; i < count; i++) {
    if (strcmp(words[i], "--device") == 0 && i + 1 < count) device = words[++i];
    else if (strcmp(words[i], "--head") == 0 && i + 1 < count) head = words[++i];
    else if (!name) name = words[i];
    else seconds = words[i];
  }
  char request[256];
  if (!is_file_name(name) || !takes_seconds != !seconds) {
    fputs("hil snap NAME | match NAME SECONDS | hold NAME SECONDS, NAME without spaces; then [--device ID] [--head N]\n",
      stderr);
    return 64;
  }
  snprintf(request, sizeof request, "%s %s%s%.10s %.60s %.8s", word, name, seconds ? " " : "", seconds ? seconds : "",
    device, head);
  return ask_host(request);
}

int command_snap(int count, char **words) { return ask_for_picture("SNAP", count, words, 0); }
int command_match(int count, char **words) { return ask_for_picture("MATCH", count, words, 1); }
int command_hold(int count, char **words) { return ask_for_picture("HOLD", count, words, 1); }

static int send_qmp(const char *json) {
  size_t length = strlen(json) + 5;
  char *request = malloc(length);
  if (!request) die("send to", "the host");
  snprintf(request, length, "QMP %s", json);
  for (char *at = request; *at; at++) {
    if (*at == '\n') *at = ' ';
  }
  int status = ask_host(request);
  free(request);
  return status;
}

int command_qmp(int count, char **words) {
  if (count == 1) return send_qmp(words[0]);
  fputs("hil qmp '{\"execute\": \"query-status\"}'\n", stderr);
  return 64;
}

int command_touch(int count, char **words) {
  char json[400];
  if (count != 3 || (strcmp(words[2], "down") && strcmp(words[2], "up") && strcmp(words[2], "move"))) {
    fputs("hil touch X Y down|up|move\n", stderr);
    return 64;
  }
  int length = snprintf(json, sizeof json,
    "{\"execute\": \"input-send-event\", \"arguments\": {\"events\": ["
    "{\"type\": \"abs\", \"data\": {\"axis\": \"x\", \"value\": %d}}, "
    "{\"type\": \"abs\", \"data\": {\"axis\": \"y\", \"value\": %d}}", atoi(words[0]), atoi(words[1]));
  if (strcmp(words[2], "move")) {
    length += snprintf(json + length, sizeof json - (size_t)length,
      ", {\"type\": \"btn\", \"data\": {\"button\": \"left\", \"down\": %s}}",
      strcmp(words[2], "down") ? "false" : "true");
  }
  snprintf(json + length, sizeof json - (size_t)length, "]}}");
  return send_qmp(json);
}

int command_key(int count, char **words) {
  char json[300];
  if (count < 1 || strlen(words[0]) > 40) {
    fputs("hil key NAME [MILLISECONDS]\n", stderr);
    return 64;
  }
  snprintf(json, sizeof json,
    "{\"execute\": \"send-key\", \"arguments\": {\"keys\": [{\"type\": \"qcode\", \"data\": \"%s\"}], \"hold-time\": %d}}",
    words[0], count > 1 ? atoi(words[1]) : 60);
  return send_qmp(json);
}
