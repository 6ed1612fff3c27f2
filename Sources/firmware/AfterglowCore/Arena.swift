/// A bump allocator over one region that is reserved at start. Memory is never returned (law 1).
public struct Arena: ~Copyable {
  private let base: UnsafeMutableRawPointer
  /// Size of the region, in bytes.
  public let byteCount: Int
  /// Bytes handed out so far, padding between pieces included: 0 to `byteCount`.
  public private(set) var usedByteCount: Int

  /// Takes over `region`, which must be zeroed and whose base must be aligned to 64 bytes. The region must outlive the
  /// arena.
  public init(_ region: UnsafeMutableRawBufferPointer) {
    base = region.baseAddress!
    byteCount = region.count
    usedByteCount = 0
  }

  /// Reserves `count` values of type `T`, aligned to 64 bytes (a cache line) and zeroed as the region was.
  ///
  /// - Returns: nil when `count` is negative or the rest of the region is too small; the arena is then unchanged.
  public mutating func reserve<T: BitwiseCopyable>(_ type: T.Type, count: Int) -> UnsafeMutableBufferPointer<T>? {
    let start = (usedByteCount + 63) & ~63
    let (size, overflow) = MemoryLayout<T>.stride.multipliedReportingOverflow(by: count)
    if overflow || count < 0 || size > byteCount - start { return nil }
    usedByteCount = start + size
    let typed = (base + start).bindMemory(to: type, capacity: count)
    return UnsafeMutableBufferPointer(start: typed, count: count)
  }
}
