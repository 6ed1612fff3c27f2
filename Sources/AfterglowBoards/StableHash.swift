/// FNV-1a: the same on every machine and in every release.
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ part: UInt64) { value = (value ^ part) &* 0x100_0000_01B3 }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
  }
}
