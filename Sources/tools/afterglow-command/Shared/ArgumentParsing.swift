import AfterglowCore
import AfterglowDocuments
import AfterglowTimeline
import ArgumentParser
import Foundation

/// Parses arguments. Errors give a valid example.
enum Input {
  /// ISO 8601 with its zone.
  ///
  /// - Throws: `ValidationError` with a valid example.
  static func instant(_ text: String) throws -> Instant {
    guard let milliseconds = ISO8601.instantMilliseconds(text) else {
      throw ValidationError(
        InstantFault.words(text)
          ?? "expected ISO 8601 with a zone, such as 2026-11-21T22:07:00+01:00 or 2026-11-21T21:07:00Z")
    }
    return Instant(milliseconds: milliseconds)
  }

  /// A whole number of the option's type.
  ///
  /// - Throws: `ValidationError` with the range.
  static func whole<Number: FixedWidthInteger>(_ text: String) throws -> Number {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard let number = Number(text) else {
      throw ValidationError("expected a whole number from \(Number.min) to \(Number.max), found \"\(text)\"")
    }
    return number
  }

  /// Lux, 0 to `Illuminance.maximumLux`.
  ///
  /// - Throws: `ValidationError` with a valid example.
  static func illuminance(_ text: String) throws -> Illuminance {
    guard let lux = Double(text), lux.isFinite, (0...Double(Illuminance.maximumLux)).contains(lux) else {
      let found = text.trimmingCharacters(in: .whitespaces)
      throw ValidationError(
        "expected lux from 0 to \(Illuminance.maximumLux), such as 0.5 (dark bedroom), 12 (lamp) or 300 (day), "
          + "found \"\(found)\"")
    }
    return Illuminance(millilux: Int64((lux * 1000).rounded()))
  }
}

extension Input {
  /// Formats of pictures that none is written in, by the ends of their files' names.
  private static let otherPictures: Set = [
    "apng", "avif", "bmp", "gif", "heic", "heif", "jpeg", "jpg", "jxl", "pdf", "pnm", "ppm", "svg", "tif", "tiff",
    "webp",
  ]

  /// The name of a file that is written.
  ///
  /// - Throws: `ValidationError` for a folder.
  static func outputFile(_ text: String) throws -> String {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
    guard !text.hasSuffix("/"), !isThere || !isFolder.boolValue else {
      throw ValidationError("\(text) names a folder; give a file name")
    }
    return text
  }

  /// The file of a picture, which is a PNG whatever its name is.
  ///
  /// - Throws: `ValidationError` for a folder, and for a name that promises another format.
  static func pictureFile(_ text: String) throws -> String {
    let text = try outputFile(text)
    let name = text.split(separator: "/").last ?? ""
    let end = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    guard !otherPictures.contains(end) else {
      throw ValidationError("expected a name that ends in .png, found \"\(text)\"; pictures are written as PNG")
    }
    return text
  }

  /// Prefixes negative numbers with a space, so that they are rejected with a valid example and not as unknown options.
  /// Parsers of numbers remove it.
  static func arguments(_ words: some Sequence<String>) -> [String] {
    var areOptionsOver = false
    return words.map { word in
      if word == "--" { areOptionsOver = true }
      return !areOptionsOver && isNegativeNumber(word) ? " " + word : word
    }
  }

  /// Whether a word is a number below zero, or a place's two numbers of which the first is.
  static func isNegativeNumber(_ word: String) -> Bool {
    word.hasPrefix("-") && Double(word.prefix { $0 != "," }) != nil
  }

  /// Millimetres of a number of metres, 0 to `ViewerDistance.maximumMetres`.
  ///
  /// - Throws: `ValidationError` with a valid example.
  static func millimetres(_ text: String) throws -> Int64 {
    guard let metres = Double(text), metres.isFinite, (0...Double(ViewerDistance.maximumMetres)).contains(metres) else {
      let found = text.trimmingCharacters(in: .whitespaces)
      throw ValidationError(
        "expected metres from 0 to \(ViewerDistance.maximumMetres) such as 2.5, unknown or auto, found \"\(found)\"")
    }
    return Int64((metres * 1000).rounded())
  }

  /// A SHA-256 in lower case.
  ///
  /// - Throws: `ValidationError` for anything but 64 hexadecimal digits.
  static func checksum(_ text: String) throws -> String {
    guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit) else {
      throw ValidationError("expected 64 hexadecimal digits, as sha256sum prints them, found \"\(text)\"")
    }
    return text.lowercased()
  }
}
