// The floor of a first frame: sets the preferred mode of the first connected connector and fills one dumb buffer.
// usage: drm-floor [/dev/dri/card0 [RRGGBB [SECONDS]]]
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static int fail(const char *what) {
  fprintf(stderr, "drm-floor: %s: %s\n", what, strerror(errno));
  return 71;
}

static drmModeConnector *connected(int card, const drmModeRes *resources) {
  for (int i = 0; i < resources->count_connectors; i++) {
    drmModeConnector *connector = drmModeGetConnector(card, resources->connectors[i]);
    if (connector && connector->connection == DRM_MODE_CONNECTED && connector->count_modes) return connector;
    drmModeFreeConnector(connector);
  }
  return NULL;
}

int main(int count, char **words) {
  const char *path = count > 1 ? words[1] : "/dev/dri/card0";
  uint32_t color = count > 2 ? (uint32_t)strtoul(words[2], NULL, 16) : 0x336699;
  int card = open(path, O_RDWR | O_CLOEXEC);
  if (card < 0) return fail(path);
  drmModeRes *resources = drmModeGetResources(card);
  drmModeConnector *connector = resources ? connected(card, resources) : NULL;
  if (!connector) return fail("no connected connector");
  drmModeModeInfo mode = connector->modes[0];

  struct drm_mode_create_dumb buffer = {.width = mode.hdisplay, .height = mode.vdisplay, .bpp = 32};
  if (drmIoctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &buffer)) return fail("create a dumb buffer");
  struct drm_mode_map_dumb map = {.handle = buffer.handle};
  if (drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map)) return fail("map the dumb buffer");
  uint32_t *pixels = mmap(NULL, buffer.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
  if (pixels == MAP_FAILED) return fail("map the dumb buffer");
  for (size_t i = 0; i < buffer.size / 4; i++) pixels[i] = color;

  uint32_t framebuffer;
  if (drmModeAddFB(card, mode.hdisplay, mode.vdisplay, 24, 32, buffer.pitch, buffer.handle, &framebuffer))
    return fail("make a framebuffer");
  if (drmModeSetCrtc(card, resources->crtcs[0], framebuffer, 0, 0, &connector->connector_id, 1, &mode))
    return fail("set the mode");
  printf("shown %dx%d\n", mode.hdisplay, mode.vdisplay);
  fflush(stdout);
  sleep(count > 3 ? (unsigned)atoi(words[3]) : 3600);
  return 0;
}
