/// Looks at YAML before its parser does: what would recurse deeply or multiply (anchors) never gets there, and the most
/// common slip, a tab, gets a plain sentence.
enum YAMLGuard {
  /// Block nesting takes a column a level, so a bound on columns bounds it.
  private static let maximumIndent = 64

  static func check(_ text: String, file: String) throws(Problem) {
    var depth = 0
    var quote: Unicode.Scalar? = nil
    for (number, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if quote == nil && depth == 0 { try checkIndent(line, number: number + 1, file: file) }
      var previous: Unicode.Scalar = " "
      var isEscaped = false
      for (offset, scalar) in line.enumerated() {
        let position = DocumentPosition(line: number + 1, column: offset + 1)
        let startsToken = previous == " " || "[{,:-".unicodeScalars.contains(previous)
        if let open = quote {
          if isEscaped {
            isEscaped = false
          } else if open == "\"" && scalar == "\\" {
            isEscaped = true
          } else if scalar == open {
            quote = nil
          }
        } else if scalar == "#" && previous == " " {
          break
        } else if startsToken && (scalar == "\"" || scalar == "'") {
          quote = scalar
        } else if scalar == "[" || scalar == "{" {
          depth += 1
          if depth > DocumentNode.maximumDepth { throw tooDeep(file, position) }
        } else if scalar == "]" || scalar == "}" {
          depth = max(0, depth - 1)
        } else if startsToken && (scalar == "&" || scalar == "*"),
          let next = line.dropFirst(offset + 1).first, next != " "
        {
          throw alias(file, position)
        }
        previous = scalar
      }
    }
  }

  private static func checkIndent(
    _ line: Substring.UnicodeScalarView, number: Int, file: String
  ) throws(Problem) {
    let indent = line.prefix { $0 == " " || $0 == "-" || $0 == "?" || $0 == "\t" }
    if let tab = indent.firstIndex(of: "\t"), indent.count < line.count {
      let column = line.distance(from: line.startIndex, to: tab) + 1
      throw Problem(
        file: file, line: number, column: column, message: "expected spaces for indentation, found a tab")
    }
    if indent.count > maximumIndent && indent.count < line.count {
      throw tooDeep(file, DocumentPosition(line: number, column: maximumIndent + 1))
    }
  }

  static func tooDeep(_ file: String, _ position: DocumentPosition) -> Problem {
    Problem(
      file: file, line: position.line, column: position.column,
      message: "expected at most \(DocumentNode.maximumDepth) levels of nesting, found more")
  }

  static func alias(_ file: String, _ position: DocumentPosition) -> Problem {
    Problem(
      file: file, line: position.line, column: position.column,
      message: "expected no anchors or aliases, found \"&\" or \"*\"; put text that starts so in quotes")
  }

  /// Where a key that was seen at `first` stands again in the same block.
  static func repetition(of key: String, after first: DocumentPosition, in text: String) -> DocumentPosition? {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = Array(key.unicodeScalars)
    for number in first.line..<max(first.line, lines.count) {
      let line = Array(lines[number])
      let start = first.column - 1
      let ending = start + wanted.count
      guard line.count > ending, line[start..<ending].elementsEqual(wanted), line[ending] == ":" else { continue }
      guard line[..<start].allSatisfy({ $0 == " " || $0 == "-" }) else { continue }
      return DocumentPosition(line: number + 1, column: first.column)
    }
    return nil
  }

  static func marking(_ position: DocumentPosition, in text: String, number: Int) -> String {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    lines[position.line - 1][position.column - 1] = Unicode.Scalar(0xE000 + UInt32(number)) ?? "_"
    var result = String.UnicodeScalarView()
    for (index, line) in lines.enumerated() {
      if index > 0 { result.append("\n") }
      result.append(contentsOf: line)
    }
    return String(result)
  }
}
