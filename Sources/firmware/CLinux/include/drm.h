// libdrm's headers ask for <drm.h>; here it is, without a search path that every importer would have to repeat.
#pragma once
#include <libdrm/drm.h>
