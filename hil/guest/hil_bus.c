/* Registers of simulated sensors, and waiting for files of devices. */
#include "hil.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

int command_i2c(int count, char **words) {
  if (count != 5 || (strcmp(words[4], "b") && strcmp(words[4], "w"))) {
    fputs("hil i2c BUS ADDRESS REGISTER VALUE b|w\n", stderr);
    return 64;
  }
  char path[32];
  snprintf(path, sizeof path, "/dev/i2c-%ld", strtol(words[0], NULL, 0));
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) die("open", path);
  if (ioctl(file, I2C_SLAVE_FORCE, strtol(words[1], NULL, 0))) die("address a sensor on", path);
  int is_word = words[4][0] == 'w';
  long value = strtol(words[3], NULL, 0);
  union i2c_smbus_data data;
  if (is_word) data.word = (__u16)value;
  else data.byte = (__u8)value;
  struct i2c_smbus_ioctl_data request = {
    .read_write = I2C_SMBUS_WRITE,
    .command = (__u8)strtol(words[2], NULL, 0),
    .size = is_word ? I2C_SMBUS_WORD_DATA : I2C_SMBUS_BYTE_DATA,
    .data = &data,
  };
  if (ioctl(file, I2C_SMBUS, &request)) die("write a register on", path);
  close(file);
  return 0;
}

int command_wait(int count, char **words) {
  if (count < 1) {
    fputs("hil wait PATH [SECONDS]\n", stderr);
    return 64;
  }
  long tries = (count > 1 ? strtol(words[1], NULL, 10) : 10) * 100;
  struct timespec pause = {0, 10 * 1000 * 1000};
  for (long i = 0; i < tries; i++) {
    if (access(words[0], F_OK) == 0) return 0;
    nanosleep(&pause, NULL);
  }
  fprintf(stderr, "hil: %s has not appeared\n", words[0]);
  return 1;
}
