/// Limits the freed memory that the C library keeps. By default it keeps as much as the largest compile took: it raises
/// its limit to each block that is freed, and smaller blocks lie among others and are never returned (mallopt(3),
/// M_MMAP_THRESHOLD).
enum HeapMemory {
  /// Larger blocks, such as pictures and archives, are mapped one by one and unmapped when freed.
  private static let largestBlock: Int32 = 128 << 10

  /// To be called once, before there are other threads.
  static func configure() {
    _ = mallopt(Parameter.mappingThreshold, largestBlock)
    _ = mallopt(Parameter.trimThreshold, largestBlock)
    // One arena for each thread would keep as much again.
    _ = mallopt(Parameter.arenas, 1)
  }

  /// Returns free memory to the kernel, after a compile: the next one is minutes away.
  static func trim() { _ = releaseFree(0) }

  /// <malloc.h>, which Swift's module of the C library leaves out.
  private enum Parameter {
    static let trimThreshold: Int32 = -1
    static let mappingThreshold: Int32 = -3
    static let arenas: Int32 = -8
  }
}

@_silgen_name("mallopt") private func mallopt(_ parameter: Int32, _ value: Int32) -> Int32
@_silgen_name("malloc_trim") private func releaseFree(_ pad: Int) -> Int32
