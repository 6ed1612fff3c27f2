/// The 64-bit FNV-1a hash (Fowler, Noll and Vo), the same on every machine and in every release. Not for security.
public struct StableHash {
  /// The hash so far; initially the offset basis.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  /// Adds one word as a whole, not byte by byte.
  public mutating func add(_ part: UInt64) { value = (value ^ part) &* 0x100_0000_01B3 }

  /// Adds the bytes of a text.
  public mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
  }
}
