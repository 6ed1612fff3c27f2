// What a display scans out, read by another program without being its master: GETFB2 and the buffer's memory.
// usage: grab NAME                 writes the picture to /out/NAME.ppm
//        grab --match NAME SECONDS waits until the picture is /out/NAME.ppm; prints the milliseconds
//        grab --time NAME SECONDS PROGRAM …  runs it until the picture is NAME.ppm; prints the milliseconds from exec on until
//                                  it was found to be, and until its framebuffer was first seen
//        grab --poison RRGGBB      fills the buffer that is shown: what a program then writes into it can be counted
//        grab --written RRGGBB     prints how many pixels of the buffer that is shown have another colour
// The first active CRTC of /dev/dri/card0; formats XRGB8888, ARGB8888 and RGB565 (widened by bit replication).
#define _GNU_SOURCE
#include <drm_fourcc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

struct picture {
  uint32_t width, height;
  uint8_t *rgb;
};

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1000 + (double)time.tv_nsec / 1e6;
}

/* What a CRTC shows; 0 = nothing. */
static uint32_t framebuffer_of(int card, uint32_t crtc) {
  drmModeCrtc *state = drmModeGetCrtc(card, crtc);
  uint32_t found = state && state->mode_valid ? state->buffer_id : 0;
  drmModeFreeCrtc(state);
  return found;
}

/* The first CRTC that shows anything; 0 = none does. */
static uint32_t active_crtc(int card) {
  uint32_t found = 0;
  drmModeRes *resources = drmModeGetResources(card);
  for (int i = 0; resources && i < resources->count_crtcs && !found; i++)
    if (framebuffer_of(card, resources->crtcs[i])) found = resources->crtcs[i];
  drmModeFreeResources(resources);
  return found;
}

static void convert_row(const struct picture *picture, const drmModeFB2 *buffer, const uint8_t *bytes, uint32_t y) {
  const uint8_t *row = bytes + buffer->offsets[0] + (size_t)y * buffer->pitches[0];
  uint8_t *out = picture->rgb + (size_t)y * picture->width * 3;
  for (uint32_t x = 0; x < picture->width; x++, out += 3) {
    if (buffer->pixel_format == DRM_FORMAT_RGB565) {
      unsigned word = row[x * 2] | (unsigned)row[x * 2 + 1] << 8;
      unsigned red = word >> 11, green = word >> 5 & 63, blue = word & 31;
      out[0] = (uint8_t)(red << 3 | red >> 2);
      out[1] = (uint8_t)(green << 2 | green >> 4);
      out[2] = (uint8_t)(blue << 3 | blue >> 2);
    } else {
      out[0] = row[x * 4 + 2];
      out[1] = row[x * 4 + 1];
      out[2] = row[x * 4];
    }
  }
}

/* The buffer that is shown, mapped. */
struct shown {
  drmModeFB2 *buffer;
  uint8_t *bytes;
  size_t length;
};

/* 0 when there is none. */
static int open_shown(int card, struct shown *shown, int protection) {
  uint32_t crtc = active_crtc(card), identifier = crtc ? framebuffer_of(card, crtc) : 0;
  drmModeFB2 *buffer = identifier ? drmModeGetFB2(card, identifier) : NULL;
  if (!buffer) return 0;
  struct drm_mode_map_dumb map = {.handle = buffer->handles[0]};
  shown->buffer = buffer;
  shown->length = buffer->offsets[0] + (size_t)buffer->pitches[0] * buffer->height;
  shown->bytes = MAP_FAILED;
  if (buffer->handles[0] && !drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map))
    shown->bytes = mmap(NULL, shown->length, protection, MAP_SHARED, card, (off_t)map.offset);
  if (shown->bytes != MAP_FAILED) return 1;
  struct drm_gem_close close = {.handle = buffer->handles[0]};
  drmIoctl(card, DRM_IOCTL_GEM_CLOSE, &close);
  drmModeFreeFB2(buffer);
  return 0;
}

static void close_shown(int card, struct shown *shown) {
  struct drm_gem_close close = {.handle = shown->buffer->handles[0]};
  munmap(shown->bytes, shown->length);
  drmIoctl(card, DRM_IOCTL_GEM_CLOSE, &close);
  drmModeFreeFB2(shown->buffer);
}

/* 0 when there is no picture, or when it is not `expected`: a few rows show that soon. */
static int grab(int card, struct picture *picture, const struct picture *expected) {
  struct shown shown;
  if (!open_shown(card, &shown, PROT_READ)) return 0;
  picture->width = shown.buffer->width;
  picture->height = shown.buffer->height;
  picture->rgb = realloc(picture->rgb, (size_t)picture->width * picture->height * 3);
  int is_same = picture->rgb && (!expected || (picture->width == expected->width && picture->height == expected->height));
  size_t row = (size_t)picture->width * 3;
  for (uint32_t step = expected ? 31 : 1; is_same && step; step = step == 31 ? 1 : 0) {
    for (uint32_t y = 0; y < picture->height && is_same; y += step) {
      convert_row(picture, shown.buffer, shown.bytes, y);
      if (expected) is_same = !memcmp(picture->rgb + y * row, expected->rgb + y * row, row);
    }
  }
  close_shown(card, &shown);
  return is_same;
}

static int poison(int card, uint32_t color) {
  struct shown shown;
  if (!open_shown(card, &shown, PROT_READ | PROT_WRITE) || shown.buffer->pixel_format == DRM_FORMAT_RGB565) return 1;
  for (size_t i = 0; i < shown.length / 4; i++) ((uint32_t *)shown.bytes)[i] = color;
  close_shown(card, &shown);
  return 0;
}

static int count_written(int card, uint32_t color) {
  struct shown shown;
  if (!open_shown(card, &shown, PROT_READ) || shown.buffer->pixel_format == DRM_FORMAT_RGB565) return 1;
  size_t count = 0;
  for (uint32_t y = 0; y < shown.buffer->height; y++) {
    const uint32_t *row = (const uint32_t *)(shown.bytes + (size_t)y * shown.buffer->pitches[0]);
    for (uint32_t x = 0; x < shown.buffer->width; x++) count += (row[x] & 0xffffff) != color;
  }
  close_shown(card, &shown);
  printf("%zu\n", count);
  return 0;
}

static char *path_of(const char *name) {
  static char path[200];
  snprintf(path, sizeof path, "/out/%.150s.ppm", name);
  return path;
}

static int write_picture(const struct picture *picture, const char *name) {
  FILE *file = fopen(path_of(name), "wb");
  if (!file) return 0;
  fprintf(file, "P6\n%u %u\n255\n", picture->width, picture->height);
  fwrite(picture->rgb, 3, (size_t)picture->width * picture->height, file);
  return fclose(file) == 0;
}

static int read_picture(struct picture *picture, const char *name) {
  FILE *file = fopen(path_of(name), "rb");
  if (!file || fscanf(file, "P6\n%u %u\n255", &picture->width, &picture->height) != 2 || fgetc(file) != '\n') return 0;
  size_t count = (size_t)picture->width * picture->height;
  picture->rgb = malloc(count * 3);
  int is_whole = picture->rgb && fread(picture->rgb, 3, count, file) == count;
  fclose(file);
  return is_whole;
}

/* Looks every two milliseconds. As long as CRTC `crtc` shows framebuffer `before`, the picture is not looked at: that would take
   processor time from the program that is to show it. */
static int wait_for(int card, const struct picture *expected, const char *name, double limit_ms, uint32_t crtc, uint32_t before) {
  struct picture picture = {0};
  double start = now_ms();
  struct timespec pause = {0, 2 * 1000 * 1000};
  double shown = 0;
  do {
    if (before && !shown && framebuffer_of(card, crtc) != before) shown = now_ms() - start;
    if ((!before || shown) && grab(card, &picture, expected)) {
      printf(before ? "%.1f %.1f\n" : "%.1f\n", now_ms() - start, shown);
      return 0;
    }
    nanosleep(&pause, NULL);
  } while (now_ms() - start < limit_ms);
  char seen[150];
  snprintf(seen, sizeof seen, "%.100s.seen", name);
  if (grab(card, &picture, NULL)) write_picture(&picture, seen);
  fprintf(stderr, "grab: the picture is not %s after %.0f ms\n", name, limit_ms);
  return 1;
}

/* A program's start, up to its picture; it is ended then. Time starts just before it is executed. */
static int time_program(int card, const struct picture *expected, const char *name, double limit_ms, char **program) {
  int ready[2];
  uint32_t crtc = active_crtc(card), before = crtc ? framebuffer_of(card, crtc) : 0;
  if (pipe2(ready, O_CLOEXEC)) return 71;
  pid_t child = fork();
  if (child == 0) {
    char byte;
    int none = open("/dev/null", O_RDWR);
    dup2(none, 1);
    close(ready[1]);
    if (read(ready[0], &byte, 1) == 1) execv(program[0], program);
    _exit(127);
  }
  close(ready[0]);
  usleep(100 * 1000);
  if (write(ready[1], "!", 1) != 1) return 71;
  int status = wait_for(card, expected, name, limit_ms, crtc, before);
  kill(child, SIGTERM);
  waitpid(child, NULL, 0);
  usleep(300 * 1000);
  return status;
}

int main(int count, char **words) {
  const char *card_path = getenv("CARD") ? getenv("CARD") : "/dev/dri/card0";
  int card = open(card_path, O_RDWR | O_CLOEXEC);
  if (card < 0) {
    fprintf(stderr, "grab: %s: %s\n", card_path, strerror(errno));
    return 71;
  }
  drmDropMaster(card); /* the first to open becomes master, and must not stay it */
  struct picture picture = {0}, expected = {0};
  if (count == 4 && strcmp(words[1], "--match") == 0) {
    if (read_picture(&expected, words[2])) return wait_for(card, &expected, words[2], atof(words[3]) * 1000, 0, 0);
    fprintf(stderr, "grab: %s is no picture\n", path_of(words[2]));
    return 65;
  }
  if (count >= 5 && strcmp(words[1], "--time") == 0) {
    if (read_picture(&expected, words[2])) return time_program(card, &expected, words[2], atof(words[3]) * 1000, words + 4);
    fprintf(stderr, "grab: %s is no picture\n", path_of(words[2]));
    return 65;
  }
  uint32_t color = count == 3 ? (uint32_t)strtoul(words[2], NULL, 16) : 0;
  if (count == 3 && strcmp(words[1], "--poison") == 0) return poison(card, color);
  if (count == 3 && strcmp(words[1], "--written") == 0) return count_written(card, color);
  if (count != 2) {
    fputs("grab NAME | --match NAME SECONDS | --poison RRGGBB | --written RRGGBB\n", stderr);
    return 64;
  }
  if (grab(card, &picture, NULL) && write_picture(&picture, words[1])) return 0;
  fputs("grab: nothing is scanned out, or its memory cannot be mapped\n", stderr);
  return 1;
}
