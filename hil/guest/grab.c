// What a display scans out, read by another program without being its master: GETFB2 and the buffer's memory.
// usage: grab NAME                 writes the picture to /out/NAME.ppm
//        grab --match NAME SECONDS waits until the picture is /out/NAME.ppm; prints the milliseconds
//        grab --first SECONDS      waits until any pixel is lit; prints the milliseconds since boot
// The first active CRTC of /dev/dri/card0; formats XRGB8888, ARGB8888 and RGB565 (widened by bit replication).
#include <drm_fourcc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

struct picture {
  uint32_t width, height;
  uint8_t *rgb;
};

static double now_ms(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1000 + (double)time.tv_nsec / 1e6;
}

static uint32_t active_framebuffer(int card) {
  uint32_t found = 0;
  drmModeRes *resources = drmModeGetResources(card);
  for (int i = 0; resources && i < resources->count_crtcs && !found; i++) {
    drmModeCrtc *crtc = drmModeGetCrtc(card, resources->crtcs[i]);
    if (crtc && crtc->mode_valid) found = crtc->buffer_id;
    drmModeFreeCrtc(crtc);
  }
  drmModeFreeResources(resources);
  return found;
}

static void convert(struct picture *picture, const drmModeFB2 *buffer, const uint8_t *bytes) {
  for (uint32_t y = 0; y < picture->height; y++) {
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
}

static void close_handle(int card, uint32_t handle) {
  struct drm_gem_close close = {.handle = handle};
  drmIoctl(card, DRM_IOCTL_GEM_CLOSE, &close);
}

/* 0 when there is no picture. */
static int grab(int card, struct picture *picture) {
  uint32_t identifier = active_framebuffer(card);
  drmModeFB2 *buffer = identifier ? drmModeGetFB2(card, identifier) : NULL;
  if (!buffer) return 0;
  struct drm_mode_map_dumb map = {.handle = buffer->handles[0]};
  size_t length = buffer->offsets[0] + (size_t)buffer->pitches[0] * buffer->height;
  uint8_t *bytes = MAP_FAILED;
  if (buffer->handles[0] && !drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map))
    bytes = mmap(NULL, length, PROT_READ, MAP_SHARED, card, (off_t)map.offset);
  if (bytes != MAP_FAILED) {
    picture->width = buffer->width;
    picture->height = buffer->height;
    picture->rgb = realloc(picture->rgb, (size_t)buffer->width * buffer->height * 3);
    if (picture->rgb) convert(picture, buffer, bytes);
    munmap(bytes, length);
  }
  close_handle(card, buffer->handles[0]);
  drmModeFreeFB2(buffer);
  return bytes != MAP_FAILED && picture->rgb != NULL;
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

static int are_same(const struct picture *a, const struct picture *b) {
  return a->width == b->width && a->height == b->height && !memcmp(a->rgb, b->rgb, (size_t)a->width * a->height * 3);
}

static int is_lit(const struct picture *picture) {
  for (size_t i = 0; i < (size_t)picture->width * picture->height * 3; i++) {
    if (picture->rgb[i]) return 1;
  }
  return 0;
}

static int wait_for(int card, const struct picture *expected, const char *name, double limit_ms) {
  struct picture picture = {0};
  double start = now_ms(CLOCK_MONOTONIC);
  struct timespec pause = {0, 2 * 1000 * 1000};
  do {
    if (grab(card, &picture) && (expected ? are_same(&picture, expected) : is_lit(&picture))) {
      printf("%.1f\n", expected ? now_ms(CLOCK_MONOTONIC) - start : now_ms(CLOCK_BOOTTIME));
      return 0;
    }
    nanosleep(&pause, NULL);
  } while (now_ms(CLOCK_MONOTONIC) - start < limit_ms);
  char seen[150];
  snprintf(seen, sizeof seen, "%.100s.seen", name);
  if (picture.rgb) write_picture(&picture, seen);
  fprintf(stderr, "grab: the picture is not %s after %.0f ms\n", name, limit_ms);
  return 1;
}

int main(int count, char **words) {
  const char *card_path = getenv("CARD") ? getenv("CARD") : "/dev/dri/card0";
  int card = open(card_path, O_RDWR | O_CLOEXEC);
  if (card < 0) {
    fprintf(stderr, "grab: %s: %s\n", card_path, strerror(errno));
    return 71;
  }
  drmDropMaster(card); /* whoever opens first becomes master, and must not stay it */
  struct picture picture = {0}, expected = {0};
  if (count == 4 && strcmp(words[1], "--match") == 0) {
    if (read_picture(&expected, words[2])) return wait_for(card, &expected, words[2], atof(words[3]) * 1000);
    fprintf(stderr, "grab: %s is no picture\n", path_of(words[2]));
    return 65;
  }
  if (count == 3 && strcmp(words[1], "--first") == 0) return wait_for(card, NULL, "lit", atof(words[2]) * 1000);
  if (count != 2) {
    fputs("grab NAME | grab --match NAME SECONDS | grab --first SECONDS\n", stderr);
    return 64;
  }
  if (grab(card, &picture) && write_picture(&picture, words[1])) return 0;
  fputs("grab: nothing is scanned out, or its memory cannot be mapped\n", stderr);
  return 1;
}
