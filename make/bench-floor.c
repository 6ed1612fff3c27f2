// The floor of a start: maps memory of the given sizes, writes a word to every four bytes of it, and ends.
// `make bench` compiles it with -O2 -static and holds the firmware's start against it.
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(int count, char **sizes) {
  for (int i = 1; i < count; i++) {
    size_t size = strtoull(sizes[i], 0, 10);
    uint32_t *words = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (words == MAP_FAILED) return 1;
    for (size_t k = 0; k < size / 4; k++) words[k] = 0x001C1C1E;
    __asm__ volatile("" : : "r"(words) : "memory");
  }
  return 0;
}
