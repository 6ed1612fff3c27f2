// An e-paper controller's bus (spidev) and lines (the GPIO character device, second version: Linux 5.10). After set-up only
// ioctls on reserved memory remain: one SPI_IOC_MESSAGE per transfer, one to set or to get a line; and BUSY's events.
#pragma once

#include "CLinux.h"
#include "ag_sysfs.h"

#include <linux/gpio.h>
#include <linux/spi/spidev.h>

#pragma clang assume_nonnull begin

// spidev

AG_INLINE int32_t ag_spi_open(const char *path) {
  struct stat s;
  int32_t fd = ag_open_read_write(path);
  if (fd < 0) return fd;
  if (fstat(fd, &s) < 0 || !S_ISCHR(s.st_mode)) {
    close(fd);
    return -ENOTTY;
  }
  return fd;
}

// Mode 0, eight bits, most significant first.
AG_INLINE int32_t ag_spi_configure(int32_t fd, uint32_t speed_hz) {
  uint8_t mode = SPI_MODE_0, bits = 8;
  int32_t r = ag_control(fd, SPI_IOC_WR_MODE, &mode);
  if (r >= 0) r = ag_control(fd, SPI_IOC_WR_BITS_PER_WORD, &bits);
  if (r >= 0) r = ag_control(fd, SPI_IOC_WR_MAX_SPEED_HZ, &speed_hz);
  return r < 0 ? r : 0;
}

// Clocks `count` bytes out as one message; bytes sent or −errno (−EMSGSIZE beyond bufsiz).
AG_INLINE int32_t ag_spi_send(int32_t fd, const void *bytes, int32_t count, uint32_t speed_hz) {
  struct spi_ioc_transfer transfer = {
    .tx_buf = (uint64_t)(uintptr_t)bytes, .len = (uint32_t)count, .speed_hz = speed_hz, .bits_per_word = 8,
  };
  return ag_control(fd, SPI_IOC_MESSAGE(1), &transfer);
}

// GPIO chips

// −ENOTTY for anything that is not one.
AG_INLINE int32_t ag_chip_open(const char *path) {
  struct gpiochip_info info;
  int32_t fd = ag_open_read_write(path);
  if (fd < 0) return fd;
  int32_t r = ag_control(fd, GPIO_GET_CHIPINFO_IOCTL, &info);
  if (r >= 0) return fd;
  close(fd);
  return r == -EINVAL ? -ENOTTY : r;
}

AG_INLINE int32_t ag_chip_label(int32_t chip, char *out, int32_t room) {
  struct gpiochip_info info = {.label = ""};
  (void)ag_control(chip, GPIO_GET_CHIPINFO_IOCTL, &info);
  info.label[sizeof info.label - 1] = 0;
  return ag_copy_text(out, room, info.label);
}

// How many lines it has, 0 when that is unknown.
AG_INLINE uint32_t ag_chip_lines(int32_t chip) {
  struct gpiochip_info info = {.lines = 0};
  return ag_control(chip, GPIO_GET_CHIPINFO_IOCTL, &info) < 0 ? 0 : info.lines;
}

// Who holds a line; "" when it is unknown.
AG_INLINE int32_t ag_line_holder(int32_t chip, uint32_t offset, char *out, int32_t room) {
  struct gpio_v2_line_info info = {.offset = offset};
  if (ag_control(chip, GPIO_V2_GET_LINEINFO_IOCTL, &info) < 0) info.consumer[0] = 0;
  info.consumer[sizeof info.consumer - 1] = 0;
  return ag_copy_text(out, room, info.consumer);
}

// GPIO lines: each is requested alone.

struct ag_line {
  // −1 = none.
  int32_t descriptor;
};

static const uint64_t ag_line_input = GPIO_V2_LINE_FLAG_INPUT;
static const uint64_t ag_line_output = GPIO_V2_LINE_FLAG_OUTPUT;
static const uint64_t ag_line_active_low = GPIO_V2_LINE_FLAG_ACTIVE_LOW;
static const uint64_t ag_line_pull_up = GPIO_V2_LINE_FLAG_BIAS_PULL_UP;
static const uint64_t ag_line_pull_down = GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN;
// Its descriptor becomes readable when the level changes.
static const uint64_t ag_line_both_edges = GPIO_V2_LINE_FLAG_EDGE_RISING | GPIO_V2_LINE_FLAG_EDGE_FALLING;

AG_INLINE void ag_line_config(struct gpio_v2_line_config *config, uint64_t flags, int32_t level) {
  config->flags = flags;
  if (!(flags & ag_line_output)) return;
  config->num_attrs = 1;
  config->attrs[0].mask = 1;
  config->attrs[0].attr.id = GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES;
  config->attrs[0].attr.values = level != 0;
}

// Requests a line; without a direction it stays as it is. Its descriptor or −errno.
AG_INLINE int32_t ag_line_request(int32_t chip, uint32_t offset, uint64_t flags, int32_t level) {
  struct gpio_v2_line_request request = {.consumer = "afterglow", .num_lines = 1};
  request.offsets[0] = offset;
  ag_line_config(&request.config, flags, level);
  int32_t r = ag_control(chip, GPIO_V2_GET_LINE_IOCTL, &request);
  return r < 0 ? r : request.fd;
}

// Changes a line's direction: from as it is to an output with a level.
AG_INLINE int32_t ag_line_configure(struct ag_line line, uint64_t flags, int32_t level) {
  struct gpio_v2_line_config config = {.flags = 0};
  ag_line_config(&config, flags, level);
  return ag_control(line.descriptor, GPIO_V2_LINE_SET_CONFIG_IOCTL, &config);
}

AG_INLINE int32_t ag_line_set(struct ag_line line, int32_t level) {
  struct gpio_v2_line_values values = {.bits = level != 0, .mask = 1};
  return ag_control(line.descriptor, GPIO_V2_LINE_SET_VALUES_IOCTL, &values);
}

// 0, 1 or −errno.
AG_INLINE int32_t ag_line_get(struct ag_line line) {
  struct gpio_v2_line_values values = {.bits = 0, .mask = 1};
  int32_t r = ag_control(line.descriptor, GPIO_V2_LINE_GET_VALUES_IOCTL, &values);
  return r < 0 ? r : (int32_t)(values.bits & 1);
}

// Takes the events that are queued, so that the next one makes the descriptor readable again. What is lost when the
// kernel's queue overflows does not matter: an event says no more than that the line is to be looked at. A line that
// changes all the time is left after some rounds.
AG_INLINE void ag_line_forget_events(int32_t line) {
  struct gpio_v2_line_event events[16];
  struct ag_poll_entry entry = {.fd = line, .events = AG_READABLE};
  for (int32_t round = 0; round < 4; round++) {
    entry.revents = 0;
    if (ag_poll(&entry, 1, 0) <= 0 || !(entry.revents & AG_READABLE)) return;
    if (ag_read(line, events, sizeof events) < (int64_t)sizeof events) return;
  }
}

#pragma clang assume_nonnull end
