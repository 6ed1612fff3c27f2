/* hil: see the help below. As process 1 it is the machine's init. */
#include "hil.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
  "hil: what a program inside the rig's machine asks of the machine around it\n"
  "  hil snap NAME [--device ID] [--head N]  the scanned-out picture into /out/NAME.png\n"
  "  hil match NAME SECONDS [--head N]       waits until the picture is /out/NAME.ppm; prints the milliseconds\n"
  "  hil hold NAME SECONDS [--head N]        fails as soon as the picture is not /out/NAME.ppm\n"
  "  hil qmp JSON                            any command of the emulator's control protocol; prints the answer\n"
  "  hil touch X Y down|up|move              the tablet, 0 to 32767 each way (boot with --input)\n"
  "  hil key NAME [MILLISECONDS]             a key by its QEMU name: power, spc, ret, a (boot with --input)\n"
  "  hil i2c BUS ADDRESS REGISTER VALUE b|w  writes a register, even under a bound driver\n"
  "  hil console [NUMBER]                    switches to a console; else prints the one in front, text or graphics,\n"
  "                                          owned (a program is asked before switching) or free\n"
  "  hil wait PATH [SECONDS]                 until PATH exists (10 s)\n"
  ". /hil/guest/board.sh                     functions for GPIO lines, SPI, light sensors, backlight, connectors\n";

struct command {
  const char *name;
  int (*run)(int count, char **words);
};

static const struct command commands[] = {
  {"snap", command_snap},   {"match", command_match}, {"hold", command_hold}, {"qmp", command_qmp},
  {"touch", command_touch}, {"key", command_key},     {"i2c", command_i2c},   {"wait", command_wait},
  {"console", command_console},
};

void die(const char *what, const char *subject) {
  fprintf(stderr, "hil: %s %s: %s\n", what, subject, strerror(errno));
  exit(71);
}

int main(int count, char **words) {
  if (getpid() == 1) return run_init();
  for (size_t i = 0; count > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
    if (strcmp(words[1], commands[i].name) == 0) return commands[i].run(count - 2, words + 2);
  }
  int is_asked = count > 1 && (strcmp(words[1], "--help") == 0 || strcmp(words[1], "help") == 0);
  fputs(help, is_asked ? stdout : stderr);
  return is_asked ? 0 : 64;
}
