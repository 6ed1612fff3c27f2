#define _GNU_SOURCE 1
#include "CChild.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

// Segments that are never written: relocated tables are in a writable one, also after they are protected.
static int release_segments(struct dl_phdr_info *object, size_t size, void *page) {
  (void)size;
  uintptr_t mask = *(uintptr_t *)page - 1;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    uintptr_t first = object->dlpi_addr + segment->p_vaddr;
    uintptr_t end = (first + segment->p_filesz + mask) & ~mask;
    first &= ~mask;
    // The kernel's own object refuses, which is no loss.
    (void)madvise((void *)first, end - first, MADV_DONTNEED);
  }
  return 0;
}

void ag_release_program_pages(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(release_segments, &page);
}
