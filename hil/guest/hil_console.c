/* The machine's text consoles: switching between them, and whether one is in text or graphics mode. */
#include "hil.h"
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int open_console(void) {
  int file = open("/dev/tty0", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (file < 0) die("open", "/dev/tty0");
  return file;
}

int command_console(int count, char **words) {
  int file = open_console();
  if (count == 1) {
    int number = atoi(words[0]);
    if (ioctl(file, VT_ACTIVATE, number)) die("switch to console", words[0]);
    close(file);
    return 0;
  }
  struct vt_stat state;
  struct vt_mode mode;
  int kind;
  if (ioctl(file, VT_GETSTATE, &state) || ioctl(file, KDGETMODE, &kind) || ioctl(file, VT_GETMODE, &mode))
    die("ask", "/dev/tty0");
  printf("%d %s %s\n", state.v_active, kind == KD_GRAPHICS ? "graphics" : "text",
    mode.mode == VT_PROCESS ? "owned" : "free");
  close(file);
  return 0;
}
