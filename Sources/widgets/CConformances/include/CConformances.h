#pragma once

#include <stddef.h>
#include <stdint.h>

// The records of the program's conformances to protocols, as the linker has collected them: each is the distance in bytes from
// its own place to a descriptor. The Swift runtime reads the same section.
const int32_t *_Nonnull ag_conformances(void);
size_t ag_conformance_count(void);
