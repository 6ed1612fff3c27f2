// An e-paper controller's bus (spidev) and lines (libgpiod). After set-up only ioctls on reserved memory remain: one
// SPI_IOC_MESSAGE per transfer, and libgpiod's get and set, which allocate in neither of its versions.
#pragma once

#include "CLinux.h"
#include "ag_sysfs.h"

#include <gpiod.h>
#include <linux/spi/spidev.h>
#include <sys/epoll.h>

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

// GPIO lines. libgpiod 1.x has a handle for each line, 2.x a request object.

enum { AG_BIAS_AS_IS = 0, AG_BIAS_PULL_DOWN = 1, AG_BIAS_PULL_UP = 2 };
#define AG_LINE_CONSUMER "afterglow"
// As it is: neither its direction nor what drives it changes.
enum { AG_LINE_INPUT = 0, AG_LINE_OUTPUT = 1, AG_LINE_AS_IS = 2 };

struct ag_line {
  void *_Nullable handle;
  uint32_t offset;
  // What its values are asked and set through.
  int32_t descriptor;
};

// Whether a descriptor is a GPIO line: "anon_inode:gpio-linehandle", "anon_inode:gpio-line". −errno where it is unknown.
AG_INLINE int32_t ag_is_line(int32_t fd) {
  static const char kind[] = "anon_inode:gpio";
  char path[32] = "/proc/self/fd/", digits[12], target[32];
  int32_t at = (int32_t)sizeof digits - 1;
  digits[at] = 0;
  do digits[--at] = (char)('0' + fd % 10); while ((fd /= 10) > 0);
  memcpy(path + strlen(path), digits + at, strlen(digits + at) + 1);
  ssize_t n = readlink(path, target, sizeof target);
  if (n < 0) return -errno;
  return n >= (ssize_t)sizeof kind - 1 && memcmp(target, kind, sizeof kind - 1) == 0;
}

// The number that the next descriptor gets: the lowest free one.
AG_INLINE int32_t ag_next_descriptor(void) {
  int fd = epoll_create1(EPOLL_CLOEXEC);
  if (fd < 0) return -errno;
  close(fd);
  return fd;
}

// A refusal without a reason is none of the kernel's.
AG_INLINE int32_t ag_line_error(void) { return errno > 0 ? -errno : -EIO; }

#ifdef GPIOD_API  // 1.x exports its functions with this macro; 2.x has none

AG_INLINE int32_t ag_chip_label(void *chip, char *out, int32_t room) {
  return ag_copy_text(out, room, gpiod_chip_label((struct gpiod_chip *)chip));
}

AG_INLINE int32_t ag_chip_lines(void *chip) { return (int32_t)gpiod_chip_num_lines((struct gpiod_chip *)chip); }

// Who holds a line; "" when it is unknown.
AG_INLINE int32_t ag_line_holder(void *chip, uint32_t offset, char *out, int32_t room) {
  struct gpiod_line *line = AG_OBJECT_RETRY(gpiod_chip_get_line((struct gpiod_chip *)chip, offset));
  return ag_copy_text(out, room, line ? gpiod_line_consumer(line) : 0);
}

AG_INLINE int32_t ag_line_request(
    void *chip, uint32_t offset, int32_t direction, int32_t level, int32_t is_active_low, int32_t bias,
    struct ag_line *out) {
  struct gpiod_line *line = AG_OBJECT_RETRY(gpiod_chip_get_line((struct gpiod_chip *)chip, offset));
  if (!line) return ag_line_error();
  struct gpiod_line_request_config config = {
      .consumer = AG_LINE_CONSUMER,
      .request_type = direction == AG_LINE_OUTPUT ? GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
          : direction == AG_LINE_AS_IS            ? GPIOD_LINE_REQUEST_DIRECTION_AS_IS
                                                  : GPIOD_LINE_REQUEST_DIRECTION_INPUT,
      .flags = (is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0)
          | (bias == AG_BIAS_PULL_DOWN ? GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN : 0)
          | (bias == AG_BIAS_PULL_UP ? GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP : 0),
  };
  // This version does not expose a line's descriptor: it is the one that was free before.
  int32_t descriptor = ag_next_descriptor();
  if (descriptor < 0) return descriptor;
  if (TEMP_FAILURE_RETRY(gpiod_line_request(line, &config, level)) < 0) return ag_line_error();
  *out = (struct ag_line){line, offset, descriptor};
  if (ag_is_line(descriptor) != 0) return 0;
  gpiod_line_release(line);
  *out = (struct ag_line){0, offset, -1};
  return -EBADF;
}

AG_INLINE int32_t ag_line_set(const struct ag_line *line, int32_t level) {
  int r = (int)TEMP_FAILURE_RETRY(gpiod_line_set_value((struct gpiod_line *)line->handle, level));
  return r < 0 ? ag_line_error() : 0;
}

// 0, 1 or −errno.
AG_INLINE int32_t ag_line_get(const struct ag_line *line) {
  int r = (int)TEMP_FAILURE_RETRY(gpiod_line_get_value((struct gpiod_line *)line->handle));
  return r < 0 ? ag_line_error() : r;
}

// Makes a line that was requested as it is an output with a level.
AG_INLINE int32_t ag_line_drive(const struct ag_line *line, int32_t level, int32_t is_active_low) {
  (void)is_active_low;
  int r = (int)TEMP_FAILURE_RETRY(gpiod_line_set_direction_output((struct gpiod_line *)line->handle, level));
  return r < 0 ? ag_line_error() : 0;
}

AG_INLINE void ag_line_release(struct ag_line *line) {
  if (line->handle) gpiod_line_release((struct gpiod_line *)line->handle);
  line->handle = 0;
}

#else

AG_INLINE int32_t ag_chip_label(void *chip, char *out, int32_t room) {
  struct gpiod_chip_info *info = AG_OBJECT_RETRY(gpiod_chip_get_info((struct gpiod_chip *)chip));
  int32_t n = ag_copy_text(out, room, info ? gpiod_chip_info_get_label(info) : 0);
  if (info) gpiod_chip_info_free(info);
  return n;
}

AG_INLINE int32_t ag_chip_lines(void *chip) {
  struct gpiod_chip_info *info = AG_OBJECT_RETRY(gpiod_chip_get_info((struct gpiod_chip *)chip));
  int32_t n = info ? (int32_t)gpiod_chip_info_get_num_lines(info) : 0;
  if (info) gpiod_chip_info_free(info);
  return n;
}

AG_INLINE int32_t ag_line_holder(void *chip, uint32_t offset, char *out, int32_t room) {
  struct gpiod_line_info *info = AG_OBJECT_RETRY(gpiod_chip_get_line_info((struct gpiod_chip *)chip, offset));
  int32_t n = ag_copy_text(out, room, info ? gpiod_line_info_get_consumer(info) : 0);
  if (info) gpiod_line_info_free(info);
  return n;
}

AG_INLINE void ag_line_settings(
    struct gpiod_line_settings *settings, int32_t direction, int32_t level, int32_t is_active_low, int32_t bias) {
  gpiod_line_settings_set_direction(
      settings, direction == AG_LINE_OUTPUT ? GPIOD_LINE_DIRECTION_OUTPUT
          : direction == AG_LINE_AS_IS      ? GPIOD_LINE_DIRECTION_AS_IS
                                            : GPIOD_LINE_DIRECTION_INPUT);
  gpiod_line_settings_set_active_low(settings, is_active_low != 0);
  if (direction == AG_LINE_OUTPUT)
    gpiod_line_settings_set_output_value(settings, level ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
  if (bias != AG_BIAS_AS_IS)
    gpiod_line_settings_set_bias(
        settings, bias == AG_BIAS_PULL_UP ? GPIOD_LINE_BIAS_PULL_UP : GPIOD_LINE_BIAS_PULL_DOWN);
}

AG_INLINE int32_t ag_line_request(
    void *chip, uint32_t offset, int32_t direction, int32_t level, int32_t is_active_low, int32_t bias,
    struct ag_line *out) {
  int32_t result = 0;
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *request = gpiod_request_config_new();
  if (!settings || !lines || !request) {
    result = -ENOMEM;
  } else {
    ag_line_settings(settings, direction, level, is_active_low, bias);
    gpiod_request_config_set_consumer(request, AG_LINE_CONSUMER);
    struct gpiod_line_request *held = 0;
    if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) == 0)
      held = AG_OBJECT_RETRY(gpiod_chip_request_lines((struct gpiod_chip *)chip, request, lines));
    if (held)
      *out = (struct ag_line){held, offset, gpiod_line_request_get_fd(held)};
    else
      result = ag_line_error();
  }
  if (request) gpiod_request_config_free(request);
  if (lines) gpiod_line_config_free(lines);
  if (settings) gpiod_line_settings_free(settings);
  return result;
}

AG_INLINE int32_t ag_line_set(const struct ag_line *line, int32_t level) {
  int r = (int)TEMP_FAILURE_RETRY(gpiod_line_request_set_value(
      (struct gpiod_line_request *)line->handle, line->offset,
      level ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE));
  return r < 0 ? ag_line_error() : 0;
}

AG_INLINE int32_t ag_line_get(const struct ag_line *line) {
  long v = TEMP_FAILURE_RETRY(
      gpiod_line_request_get_value((struct gpiod_line_request *)line->handle, line->offset));
  return v == GPIOD_LINE_VALUE_ERROR ? ag_line_error() : v == GPIOD_LINE_VALUE_ACTIVE;
}

AG_INLINE int32_t ag_line_drive(const struct ag_line *line, int32_t level, int32_t is_active_low) {
  int32_t result = 0;
  uint32_t offset = line->offset;
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  struct gpiod_line_config *lines = gpiod_line_config_new();
  if (!settings || !lines) {
    result = -ENOMEM;
  } else {
    ag_line_settings(settings, AG_LINE_OUTPUT, level, is_active_low, AG_BIAS_AS_IS);
    if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) < 0 ||
        TEMP_FAILURE_RETRY(
            gpiod_line_request_reconfigure_lines((struct gpiod_line_request *)line->handle, lines)) < 0)
      result = ag_line_error();
  }
  if (lines) gpiod_line_config_free(lines);
  if (settings) gpiod_line_settings_free(settings);
  return result;
}

AG_INLINE void ag_line_release(struct ag_line *line) {
  if (line->handle) gpiod_line_request_release((struct gpiod_line_request *)line->handle);
  line->handle = 0;
}

#endif

AG_INLINE void *_Nullable ag_chip_open(const char *path) { return AG_OBJECT_RETRY(gpiod_chip_open(path)); }
AG_INLINE int32_t ag_last_error(void) { return errno > 0 ? errno : EIO; }
AG_INLINE void ag_chip_close(void *chip) { gpiod_chip_close((struct gpiod_chip *)chip); }

#pragma clang assume_nonnull end
