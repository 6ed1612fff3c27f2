/// Hands out pieces of one region that was reserved at start, and never takes one back.
public struct Arena: ~Copyable {
  private let base: UnsafeMutableRawPointer
  public let byteCount: Int
  public private(set) var usedByteCount: Int

  /// Takes over `region`, whose base must be aligned to 64 bytes and zeroed.
  public init(_ region: UnsafeMutableRawBufferPointer) {
    base = region.baseAddress!
    byteCount = region.count
    usedByteCount = 0
  }

  /// `count` values of type `T`, aligned to a cache line, zeroed as the region was; nil when the region is used up.
  public mutating func reserve<T: BitwiseCopyable>(_ type: T.Type, count: Int) -> UnsafeMutableBufferPointer<T>? {
    let start = (usedByteCount + 63) & ~63
    let (size, overflow) = MemoryLayout<T>.stride.multipliedReportingOverflow(by: count)
    if overflow || count < 0 || size > byteCount - start { return nil }
    usedByteCount = start + size
    let typed = (base + start).bindMemory(to: type, capacity: count)
    return UnsafeMutableBufferPointer(start: typed, count: count)
  }
}
