import Foundation

/// Parts of the text of a Swift file, found without a compiler; lines keep their numbers.
public enum SwiftText {
  /// Returns the modules that a file imports, one for each import.
  public static func imports(in text: String) -> [String] {
    var text = text
    let lines = text.withUTF8 { TextSearch.lines(with: "import", in: UnsafeRawBufferPointer($0)) }
    return lines.compactMap { line -> String? in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), index <= 2, words.count > index + 1,
        words.prefix(index).allSatisfy({ $0.hasPrefix("@") || ["public", "internal", "private"].contains($0) })
      else { return nil }
      return words[words.count - 1].split(separator: ".").first.map(String.init) ?? ""
    }
  }

  /// Returns the lines with one of the characters `<` and `>` twice in a row, with their numbers from 1.
  public static func shifts(in text: String) -> [(number: Int, line: String)] {
    var found: [(number: Int, line: String)] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let hasShift = zip(line, line.dropFirst()).contains {
        $0 == $1 && ($0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">"))
      }
      if hasShift { found.append((index + 1, String(decoding: line, as: UTF8.self))) }
    }
    return found
  }

  /// Returns a text with comments that continue on the next line as one line. Other lines are joined with blanks as well.
  public static func joiningComments(_ text: String) -> String {
    let blanks = Set(" \t".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for (index, line) in Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      var rest = line
      if index > 0 {
        rest = rest.drop { blanks.contains($0) }
        for mark in ["///", "//", "#", "*"] where rest.starts(with: mark.utf8) {
          rest = rest.dropFirst(mark.utf8.count)
          break
        }
        if rest.first == 0x20 { rest = rest.dropFirst() }
        bytes.append(0x20)
      }
      bytes += rest
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the comment of each line, without its slashes.
  public static func comments(in source: String) -> String {
    var isInside = false
    let lines = source.components(separatedBy: "\n").map { line -> String in
      if (line.components(separatedBy: "\"\"\"").count - 1) % 2 == 1 {
        isInside.toggle()
        return ""
      }
      if isInside { return "" }
      // Every second part is between two quotes.
      let parts = line.components(separatedBy: "\"")
      var length = 0
      for (index, part) in parts.enumerated() {
        if index % 2 == 0, let start = part.range(of: "//") {
          let rest = part[start.lowerBound...] + line.dropFirst(length + part.count)
          return rest.drop { $0 == "/" }.trimmingCharacters(in: .whitespaces)
        }
        length += part.count + 1
      }
      return ""
    }
    return lines.joined(separator: "\n")
  }

  /// Returns what is between quotes on each line that is no comment.
  public static func literals(in source: String) -> String {
    var isInside = false
    var lines: [String] = []
    for line in source.components(separatedBy: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      let fences = text.components(separatedBy: "\"\"\"").count - 1
      if isInside {
        lines.append(fences == 0 ? withoutEscapes(text) : "")
        if fences > 0 { isInside = false }
      } else if text.hasPrefix("//") {
        lines.append("")
      } else if fences == 1 {
        lines.append("")
        isInside = true
      } else {
        // Every second part is between two quotes.
        let parts = withoutEscapes(text).components(separatedBy: "\"")
        lines.append(parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: " "))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a text without escaped characters, and without interpolations however deep their parentheses are nested.
  private static func withoutEscapes(_ text: String) -> String {
    var result = ""
    var depth = 0
    var isEscaped = false
    for character in text {
      if depth > 0 {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
      } else if isEscaped {
        isEscaped = false
        if character == "(" { depth = 1 } else { result.append(" ") }
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
