/// What the C library keeps of memory that was freed. By itself it keeps what the largest compile took: it raises its own
/// limit to each block that is freed, and blocks below it lie among others and never go back.
enum HeapMemory {
  /// Larger blocks, pictures and archives, are mapped one by one and gone when they are freed.
  private static let largestBlock: Int32 = 128 << 10

  /// Call once, before there are other threads.
  static func configure() {
    _ = mallopt(Parameter.mappingThreshold, largestBlock)
    _ = mallopt(Parameter.trimThreshold, largestBlock)
    // One arena for each thread would keep as much again.
    _ = mallopt(Parameter.arenas, 1)
  }

  /// Gives back what lies free among the rest: after a compile, between two of which there are minutes.
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
