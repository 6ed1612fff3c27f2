/// A note inside a PNG (an iTXt chunk, PNG specification 11.3.3.4): golden pictures contain the versions of the
/// libraries and fonts that shaped their text.
enum PNGNote {
  private static let keyword = "Afterglow provenance"
  private static let signatureByteCount = 8
  /// Length, type and checksum.
  private static let frameByteCount = 12

  /// The beginning of the chunk's data: keyword, terminator, not compressed, method 0, no language, no translated keyword.
  private static var opening: [UInt8] { Array(keyword.utf8) + [UInt8](repeating: 0, count: 5) }

  /// The same PNG with the note before its last chunk.
  static func adding(_ note: String, to png: [UInt8]) -> [UInt8] {
    guard png.count > signatureByteCount + frameByteCount else { return png }
    let data: [UInt8] = opening + Array(note.utf8)
    let typed: [UInt8] = Array("iTXt".utf8) + data
    var changed: [UInt8] = Array(png.dropLast(frameByteCount))
    changed += bigEndian(UInt32(data.count))
    changed += typed
    changed += bigEndian(checksum(typed))
    changed += png.suffix(frameByteCount)
    return changed
  }

  /// The note of a PNG; nil if there is none.
  static func read(_ png: [UInt8]) -> String? {
    var at = signatureByteCount
    while at + frameByteCount <= png.count {
      let length = Int(
        png[at..<at + 4].reduce(0 as UInt32) { (value: UInt32, byte: UInt8) in value << 8 | UInt32(byte) })
      guard length <= png.count - at - frameByteCount else { return nil }
      let type = png[at + 4..<at + 8]
      let data = png[at + 8..<at + 8 + length]
      if type.elementsEqual("iTXt".utf8) && data.starts(with: opening) {
        return String(decoding: data.dropFirst(opening.count), as: UTF8.self)
      }
      at += frameByteCount + length
    }
    return nil
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  /// CRC-32 of ISO 3309, as used by PNG and zlib.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
