// Graphics cards (DRM/KMS). libdrm finds and sets up, and allocates while it does; what runs in every frame is an ioctl
// with the caller's memory, here as a function that returns the call's result or −errno.
#pragma once

// The freestanding triple of the aarch64 build does not say so, and drm.h takes it for a BSD.
#ifndef __linux__
#define __linux__ 1
#endif

#include "CLinux.h"

#include <xf86drm.h>
#include <xf86drmMode.h>

#pragma clang assume_nonnull begin

// What a libdrm function left behind when it gave nothing.
AG_INLINE int32_t ag_errno(void) { return (int32_t)errno; }

// Every frame

enum {
  AG_DRM_NONBLOCK = DRM_MODE_ATOMIC_NONBLOCK,
  AG_DRM_ALLOW_MODESET = DRM_MODE_ATOMIC_ALLOW_MODESET,
  AG_DRM_TEST_ONLY = DRM_MODE_ATOMIC_TEST_ONLY,
  AG_DRM_FLIP_EVENT = DRM_MODE_PAGE_FLIP_EVENT,
};

// `property_counts` says how many of the properties belong to each object.
AG_INLINE int32_t ag_drm_commit(int32_t fd, uint32_t flags, const uint32_t *objects, const uint32_t *property_counts,
                                int32_t object_count, const uint32_t *properties, const uint64_t *values,
                                uint64_t token) {
  struct drm_mode_atomic a = {
    .flags = flags, .count_objs = (uint32_t)object_count, .objs_ptr = (uintptr_t)objects,
    .count_props_ptr = (uintptr_t)property_counts, .props_ptr = (uintptr_t)properties,
    .prop_values_ptr = (uintptr_t)values, .user_data = token,
  };
  return ag_control(fd, DRM_IOCTL_MODE_ATOMIC, &a);
}

// The identifier of a new blob in the kernel, or −errno.
AG_INLINE int64_t ag_drm_make_blob(int32_t fd, const void *bytes, int32_t count) {
  struct drm_mode_create_blob b = {.data = (uintptr_t)bytes, .length = (uint32_t)count};
  int32_t r = ag_control(fd, DRM_IOCTL_MODE_CREATEPROPBLOB, &b);
  return r < 0 ? r : (int64_t)b.blob_id;
}

AG_INLINE int32_t ag_drm_destroy_blob(int32_t fd, uint32_t blob) {
  struct drm_mode_destroy_blob b = {blob};
  return ag_control(fd, DRM_IOCTL_MODE_DESTROYPROPBLOB, &b);
}

AG_INLINE int32_t ag_drm_flip(int32_t fd, uint32_t crtc, uint32_t framebuffer, uint64_t token) {
  struct drm_mode_crtc_page_flip f = {
    .crtc_id = crtc, .fb_id = framebuffer, .flags = DRM_MODE_PAGE_FLIP_EVENT, .user_data = token,
  };
  return ag_control(fd, DRM_IOCTL_MODE_PAGE_FLIP, &f);
}

// −ENOSYS from drivers that scan out of memory by themselves.
AG_INLINE int32_t ag_drm_dirty(int32_t fd, uint32_t framebuffer, const struct drm_clip_rect *clips, int32_t count) {
  struct drm_mode_fb_dirty_cmd d = {.fb_id = framebuffer, .num_clips = (uint32_t)count, .clips_ptr = (uintptr_t)clips};
  return ag_control(fd, DRM_IOCTL_MODE_DIRTYFB, &d);
}

// The old mode set. Framebuffer 0 turns the CRTC off.
AG_INLINE int32_t ag_drm_set_crtc(int32_t fd, uint32_t crtc, uint32_t connector, uint32_t framebuffer, uint32_t x,
                                  uint32_t y, const struct drm_mode_modeinfo *_Nullable mode) {
  struct drm_mode_crtc c = {.crtc_id = crtc};
  if (framebuffer != 0 && mode) {
    c.fb_id = framebuffer;
    c.x = x;
    c.y = y;
    c.set_connectors_ptr = (uintptr_t)&connector;
    c.count_connectors = 1;
    c.mode = *mode;
    c.mode_valid = 1;
  }
  return ag_control(fd, DRM_IOCTL_MODE_SETCRTC, &c);
}

// What a CRTC shows now: 1 = `crtc` has a mode, 0 = it is off.
AG_INLINE int32_t ag_drm_get_crtc(int32_t fd, uint32_t crtc, struct drm_mode_crtc *state) {
  memset(state, 0, sizeof *state);
  state->crtc_id = crtc;
  int32_t r = ag_control(fd, DRM_IOCTL_MODE_GETCRTC, state);
  return r < 0 ? r : state->mode_valid != 0;
}

AG_INLINE int32_t ag_drm_set_connector_property(int32_t fd, uint32_t connector, uint32_t property, uint64_t value) {
  struct drm_mode_connector_set_property s = {.connector_id = connector, .prop_id = property, .value = value};
  return ag_control(fd, DRM_IOCTL_MODE_SETPROPERTY, &s);
}

struct ag_drm_event {
  uint64_t token;
  uint32_t is_flip;
  uint32_t sequence;
  int64_t time_us;
};

// The event at `offset` of `count` bytes that were read; the offset of the next one, or −1 when there is none.
AG_INLINE int64_t ag_drm_next_event(const void *bytes, int64_t count, int64_t offset, struct ag_drm_event *event) {
  struct drm_event header;
  memset(event, 0, sizeof *event);
  if (offset < 0 || offset + (int64_t)sizeof header > count) return -1;
  memcpy(&header, (const char *)bytes + offset, sizeof header);
  if (header.length < sizeof header || offset + (int64_t)header.length > count) return -1;
  if (header.type == DRM_EVENT_FLIP_COMPLETE && header.length >= sizeof(struct drm_event_vblank)) {
    struct drm_event_vblank v;
    memcpy(&v, (const char *)bytes + offset, sizeof v);
    event->token = v.user_data;
    event->is_flip = 1;
    event->sequence = v.sequence;
    event->time_us = (int64_t)v.tv_sec * 1000000 + v.tv_usec;
  }
  return offset + (int64_t)header.length;
}

// Setting up

// The name of a property into AG_DRM_NAME_ROOM bytes, with a zero byte at its end; 0 or −errno. libdrm would ask for its
// values as well, by a second call.
enum { AG_DRM_NAME_ROOM = DRM_PROP_NAME_LEN };
AG_INLINE int32_t ag_drm_property_name(int32_t fd, uint32_t property, char *out) {
  struct drm_mode_get_property p = {.prop_id = property};
  int32_t r = ag_control(fd, DRM_IOCTL_MODE_GETPROPERTY, &p);
  memcpy(out, p.name, DRM_PROP_NAME_LEN);
  out[DRM_PROP_NAME_LEN - 1] = 0;
  return r;
}

struct ag_drm_dumb {
  uint32_t handle;
  uint32_t pitch;
  uint64_t size;
};

AG_INLINE int32_t ag_drm_make_dumb(int32_t fd, uint32_t width, uint32_t height, uint32_t bits, struct ag_drm_dumb *out) {
  struct drm_mode_create_dumb d = {.width = width, .height = height, .bpp = bits};
  int32_t r = ag_control(fd, DRM_IOCTL_MODE_CREATE_DUMB, &d);
  out->handle = d.handle;
  out->pitch = d.pitch;
  out->size = d.size;
  return r;
}

AG_INLINE int32_t ag_drm_destroy_dumb(int32_t fd, uint32_t handle) {
  struct drm_mode_destroy_dumb d = {handle};
  return ag_control(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &d);
}

// Where the card has the buffer's memory, for mapping it; or −errno.
AG_INLINE int64_t ag_drm_dumb_offset(int32_t fd, uint32_t handle) {
  struct drm_mode_map_dumb m = {.handle = handle};
  int32_t r = ag_control(fd, DRM_IOCTL_MODE_MAP_DUMB, &m);
  return r < 0 ? r : (int64_t)m.offset;
}

// Null with errno set when it cannot be mapped.
AG_INLINE void *_Nullable ag_drm_map(int32_t fd, int64_t offset, int64_t size) {
  void *p = mmap(0, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
  return p == MAP_FAILED ? 0 : p;
}

// The identifier of a new framebuffer over a dumb buffer, or −errno.
AG_INLINE int64_t ag_drm_make_framebuffer(int32_t fd, uint32_t width, uint32_t height, uint32_t fourcc, uint32_t handle,
                                          uint32_t pitch) {
  struct drm_mode_fb_cmd2 f = {
    .width = width, .height = height, .pixel_format = fourcc, .handles[0] = handle, .pitches[0] = pitch,
  };
  int32_t r = ag_control(fd, DRM_IOCTL_MODE_ADDFB2, &f);
  return r < 0 ? r : (int64_t)f.fb_id;
}

AG_INLINE int32_t ag_drm_remove_framebuffer(int32_t fd, uint32_t framebuffer) {
  unsigned int id = framebuffer;
  return ag_control(fd, DRM_IOCTL_MODE_RMFB, &id);
}

AG_INLINE int32_t ag_drm_set_master(int32_t fd) { return ag_control(fd, DRM_IOCTL_SET_MASTER, 0); }
AG_INLINE int32_t ag_drm_drop_master(int32_t fd) { return ag_control(fd, DRM_IOCTL_DROP_MASTER, 0); }

AG_INLINE int32_t ag_drm_set_client_capability(int32_t fd, uint64_t capability, uint64_t value) {
  struct drm_set_client_cap c = {capability, value};
  return ag_control(fd, DRM_IOCTL_SET_CLIENT_CAP, &c);
}
enum {
  AG_DRM_CLIENT_UNIVERSAL_PLANES = DRM_CLIENT_CAP_UNIVERSAL_PLANES,
  AG_DRM_CLIENT_ATOMIC = DRM_CLIENT_CAP_ATOMIC,
};

// A capability's value; 0 also when the driver does not know it.
AG_INLINE uint64_t ag_drm_capability(int32_t fd, uint64_t capability) {
  struct drm_get_cap c = {capability, 0};
  return ag_control(fd, DRM_IOCTL_GET_CAP, &c) < 0 ? 0 : c.value;
}
enum { AG_DRM_DUMB_BUFFER = DRM_CAP_DUMB_BUFFER };

#pragma clang assume_nonnull end
