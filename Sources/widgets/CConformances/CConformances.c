#include "CConformances.h"

// Named by the linker, once for each program or shared library.
extern const int32_t start __asm__("__start_swift5_protocol_conformances") __attribute__((visibility("hidden")));
extern const int32_t stop __asm__("__stop_swift5_protocol_conformances") __attribute__((visibility("hidden")));

const int32_t *ag_conformances(void) { return &start; }

size_t ag_conformance_count(void) { return (size_t)(&stop - &start); }
