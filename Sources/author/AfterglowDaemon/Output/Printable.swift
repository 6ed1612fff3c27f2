extension StringProtocol {
  /// The same text, safe for a terminal or a log: characters that move the cursor, begin a new line or reverse the
  /// writing direction are escaped. File names, documents and arguments may contain anything, and must not be able to
  /// imitate this program's messages.
  package var printable: String {
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

extension String {
  /// The text as one word of a command for a shell: in quotes if it has blanks or other characters that shells change.
  package var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+,:@%".unicodeScalars.contains($0)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
