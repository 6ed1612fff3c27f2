import Testing

@testable import AfterglowArchive

@Suite struct ChecksumTests {
  /// Bit by bit, from the definition.
  static func slow(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return ~crc
  }

  static func fast(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { ArchiveChecksum.crc32($0) } }

  @Test func `the published check value`() {
    #expect(Self.fast(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(Self.fast([]) == 0)
  }

  @Test func `every length agrees with the definition`() {
    var generator = SeededGenerator(seed: 1)
    let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for length in 0...200 { #expect(Self.fast(Array(bytes[..<length])) == Self.slow(Array(bytes[..<length]))) }
  }
}
