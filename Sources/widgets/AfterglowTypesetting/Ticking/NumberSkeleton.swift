import Foundation
internal import _FoundationICU

/// Numbers as ICU's skeletons describe them, by the ICU that is a part of Foundation; Swift's Foundation for Linux has no
/// formats of its own for units.
package enum NumberSkeleton {
  /// How much room a unit's words take: "8m", "8 min" or "8 minutes". The values are ICU's.
  package enum UnitWidth: String, Codable {
    case narrow, short
    case wide = "full-name"
  }

  /// - Parameters:
  ///   - skeleton: ICU's words, such as `unit/meter unit-width-short`.
  ///   - locale: ICU's identifier.
  /// - Returns: nil if ICU does not know the skeleton.
  package static func string(_ value: Double, _ skeleton: String, in locale: String) -> String? {
    var status = U_ZERO_ERROR
    let words = Array(skeleton.utf16)
    let formatter = swift_unumf_openForSkeletonAndLocale(words, Int32(words.count), locale, &status)
    defer { swift_unumf_close(formatter) }
    let result = swift_unumf_openResult(&status)
    defer { swift_unumf_closeResult(result) }
    swift_unumf_formatDouble(formatter, value, result, &status)
    return ICUText.string(&status) { swift_unumf_resultToString(result, $0, $1, &$2) }
  }
}

enum ICUText {
  /// What a function of ICU writes into a buffer; nil after an error.
  static func string(
    _ status: inout UErrorCode, _ write: (UnsafeMutablePointer<UInt16>, Int32, inout UErrorCode) -> Int32
  ) -> String? {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 256) { buffer in
      let count = write(buffer.baseAddress!, Int32(buffer.count), &status)
      guard status.rawValue <= U_ZERO_ERROR.rawValue, 0...buffer.count ~= Int(count) else { return nil }
      return String(decoding: buffer[..<Int(count)], as: UTF16.self)
    }
  }
}
