/// Limits the freed memory that the C library retains. By default it retains as much as the largest compile used: it
/// raises its threshold to each block that is freed, and smaller blocks are scattered among others and never returned
/// (mallopt(3), M_MMAP_THRESHOLD).
package enum HeapMemory {
  /// Larger blocks, such as pictures and archives, are mapped one by one and unmapped when freed.
  private static let largestBlock: Int32 = 128 << 10

  /// Call it once, before there are other threads.
  package static func configure() {
    _ = mallopt(Parameter.mappingThreshold, largestBlock)
    _ = mallopt(Parameter.trimThreshold, largestBlock)
    // One arena per thread would retain the same amount again.
    _ = mallopt(Parameter.arenas, 1)
  }

  /// Returns free memory to the kernel, after a compile: the next one is minutes away.
  package static func trim() { _ = releaseFree(0) }

  /// <malloc.h>, which Swift's module of the C library omits.
  private enum Parameter {
    static let trimThreshold: Int32 = -1
    static let mappingThreshold: Int32 = -3
    static let arenas: Int32 = -8
  }
}

@_silgen_name("mallopt") private func mallopt(_ parameter: Int32, _ value: Int32) -> Int32
@_silgen_name("malloc_trim") private func releaseFree(_ pad: Int) -> Int32
