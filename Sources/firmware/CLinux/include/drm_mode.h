// See drm.h beside this file.
#pragma once
#include <libdrm/drm_mode.h>
