/// CRC-32 as zlib, PNG and Ethernet have it: polynomial 0xEDB88320 reflected, begins and ends inverted.
public enum ArchiveChecksum {
  /// Sixteen bytes at a time (Intel, "Slicing-by-16"). The tables are made anew in each call: a few microseconds and
  /// 16 KB of stack, against pages that would stay resident for a check that runs once an archive.
  public static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var tables = InlineArray<4096, UInt32>(repeating: 0)
    fill(&tables)
    // By pointer: an array of this size that is passed on may be copied for each call.
    return withUnsafePointer(to: &tables) { tables in
      crc32(bytes, UnsafeRawPointer(tables).assumingMemoryBound(to: UInt32.self))
    }
  }

  private static func crc32(_ bytes: UnsafeRawBufferPointer, _ tables: UnsafePointer<UInt32>) -> UInt32 {
    guard let base = bytes.baseAddress else { return 0 }
    var crc: UInt32 = 0xFFFF_FFFF
    var at = 0
    while bytes.count - at >= 16 {
      crc = fold(crc, base + at, tables)
      at += 16
    }
    while at < bytes.count {
      crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[at])) & 255)]
      at += 1
    }
    return ~crc
  }

  private static func fill(_ tables: inout InlineArray<4096, UInt32>) {
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
      tables[byte] = value
    }
    for index in 256..<4096 {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 255)]
    }
  }

  @inline(__always)
  private static func fold(
    _ crc: UInt32, _ bytes: UnsafeRawPointer, _ tables: UnsafePointer<UInt32>
  ) -> UInt32 {
    let first = word(bytes, 0) ^ crc
    return part(first, 15, tables) ^ part(word(bytes, 4), 11, tables) ^ part(word(bytes, 8), 7, tables)
      ^ part(word(bytes, 12), 3, tables)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inline(__always)
  private static func part(
    _ word: UInt32, _ table: Int, _ tables: UnsafePointer<UInt32>
  ) -> UInt32 {
    tables[table * 256 + Int(word & 255)]
      ^ tables[(table - 1) * 256 + Int(word >> 8 & 255)]
      ^ tables[(table - 2) * 256 + Int(word >> 16 & 255)]
      ^ tables[(table - 3) * 256 + Int(word >> 24)]
  }
}
