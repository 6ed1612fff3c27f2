/// Messages and positions for faults that the YAML parser reports without them.
enum YAMLGuard {
  static func tooDeep(_ file: String, _ position: DocumentPosition) -> Problem {
    Problem(
      file: file, line: position.line, column: position.column,
      message: "expected at most \(DocumentNode.maximumDepth) levels of nesting, found more")
  }

  /// The position at which a key first found at `first` is repeated in the same block.
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

  /// Characters that replace the first one of a repeated key.
  static let keyMarks: Range<UInt32> = 0xE000..<0xE040

  static func marking(_ position: DocumentPosition, in text: String, number: Int) -> String {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    lines[position.line - 1][position.column - 1] = Unicode.Scalar(keyMarks.lowerBound + UInt32(number)) ?? "_"
    var result = String.UnicodeScalarView()
    for (index, line) in lines.enumerated() {
      if index > 0 { result.append("\n") }
      result.append(contentsOf: line)
    }
    return String(result)
  }
}
