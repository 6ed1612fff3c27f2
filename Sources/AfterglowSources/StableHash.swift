/// FNV-1a: the same on every machine and in every release.
public struct StableHash {
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  public mutating func add(_ part: UInt64) { value = (value ^ part) &* 0x100_0000_01B3 }

  public mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
  }
}
