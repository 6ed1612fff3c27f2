// Preloaded before the ordinary build of the renderer: counts every call of the allocator into a file, so that the count
// survives any way of ending. The Swift runtime allocates through the same functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_ulong *count;

__attribute__((constructor)) static void open_count(void) {
  const char *path = getenv("AFTERGLOW_ALLOCATION_COUNT");
  int file = path ? open(path, O_RDWR | O_CREAT, 0600) : -1;
  if (file < 0 || ftruncate(file, sizeof *count) != 0) abort();
  count = mmap(0, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
}

static void counted(void) {
  if (count) atomic_fetch_add(count, 1);
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);

void *malloc(size_t n) { counted(); return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { counted(); return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { counted(); return __libc_realloc(p, n); }
void *memalign(size_t a, size_t n) { counted(); return __libc_memalign(a, n); }
void *aligned_alloc(size_t a, size_t n) { counted(); return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { counted(); *p = __libc_memalign(a, n); return *p ? 0 : 12; }
