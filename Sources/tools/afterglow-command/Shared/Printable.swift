extension StringProtocol {
  /// The same text, safe for a terminal or a log: characters that move the cursor, begin a new line or reverse the
  /// writing direction are escaped. File names, documents and arguments may contain anything, and must not be able to
  /// imitate this program's messages.
  var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
