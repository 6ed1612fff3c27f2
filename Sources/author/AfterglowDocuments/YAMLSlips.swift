/// Finds quotes and comments that took more or less of a document than was meant.
struct YAMLSlips {
  /// A text in quotes.
  private struct Quoted {
    var start: DocumentPosition
    var words: String
  }

  private let scalars: [Unicode.Scalar]

  private let lineStarts: [Int]

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars
    lineStarts = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
  }

  // MARK: Quotes

  /// The message for a text in quotes that ends at a position, right before a character that cannot follow it; nil if
  /// none does.
  func quoteMessage(endingAt position: DocumentPosition) -> String? {
    guard let end = index(of: position), end > 0, "'\"".unicodeScalars.contains(scalars[end - 1]) else { return nil }
    let mark = scalars[end - 1]
    guard let quoted = quoted(endingAt: end) else { return nil }
    let place =
      quoted.start.line == position.line
      ? "at column \(quoted.start.column)" : "on line \(quoted.start.line), column \(quoted.start.column),"
    let isTooLong = quoted.words.contains { ",\n".contains($0) || $0 == "\r\n" }
    if let last = quoted.words.last(where: { $0 != " " }), ":,".contains(last), isTooLong {
      return "the quoted text that begins \(place) is not closed; add the closing quote"
    }
    let cure =
      mark == "'"
      ? "write '' for an apostrophe, or use double quotes" : "write \\\" for a quote in it, or use single quotes"
    return "the quoted text that begins \(place) ends here; \(cure)"
  }

  /// The text in quotes of which the closing quote is right before an index.
  private func quoted(endingAt end: Int) -> Quoted? {
    var at = 0
    var line = 1
    var lineStart = 0
    // The last character that is no space: quotes begin a text only after a sign.
    var before: Unicode.Scalar = "\n"
    while at < end {
      let scalar = scalars[at]
      if scalar == "#", at == 0 || " \t\n".unicodeScalars.contains(scalars[at - 1]) {
        while at < end, scalars[at] != "\n" { at += 1 }
        continue
      }
      if "'\"".unicodeScalars.contains(scalar), "\n:-,[{".unicodeScalars.contains(before) {
        let start = DocumentPosition(line: line, column: at - lineStart + 1)
        let close = closing(at)
        if close + 1 == end {
          return Quoted(start: start, words: String(String.UnicodeScalarView(scalars[(at + 1)..<close])))
        }
        for place in at..<min(close, end) where scalars[place] == "\n" { (line, lineStart) = (line + 1, place + 1) }
        at = close
      }
      if at < end, scalars[at] == "\n" { (line, lineStart) = (line + 1, at + 1) }
      if at < end, !" \t\r".unicodeScalars.contains(scalars[at]) { before = scalars[at] }
      at += 1
    }
    return nil
  }

  /// The index of the closing quote; the end of the document if there is none.
  private func closing(_ start: Int) -> Int {
    var at = start + 1
    while at < scalars.count {
      if scalars[at] == "\\" && scalars[start] == "\"" {
        at += 1
      } else if scalars[at] == scalars[start] {
        guard scalars[start] == "'", at + 1 < scalars.count, scalars[at + 1] == "'" else { return at }
        at += 1
      }
      at += 1
    }
    return scalars.count
  }

  // MARK: Comments

  /// The message for a key whose value is in a comment, such as `tint: #FF3B30`, and its position.
  ///
  /// - Returns: nil if no comment follows the key's colon, or if it begins with a space or a sign as comments do.
  func commentMessage(afterKeyAt position: DocumentPosition) -> (message: String, position: DocumentPosition)? {
    comment(after: position) { head in head }
  }

  /// The fault of the last key before a comment that hides the closing bracket of `{color: #203040}`.
  func commentMessage(inBracketsAt position: DocumentPosition) -> (message: String, position: DocumentPosition)? {
    comment(after: position) { head in
      let start = head.lastIndex { " \t,{[".unicodeScalars.contains($0) }
      return start.map { head[($0 + 1)...] } ?? head
    }
  }

  private func comment(
    after position: DocumentPosition, key: (ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>
  ) -> (message: String, position: DocumentPosition)? {
    guard let start = index(of: position) else { return nil }
    let line = scalars[start...].prefix { $0 != "\n" && $0 != "\r" }
    let hash = line.indices.first { $0 > start && line[$0] == "#" && " \t".unicodeScalars.contains(line[$0 - 1]) }
    guard let hash, hash + 1 < line.endIndex, Self.isWord(line[hash + 1]),
      let colon = line[..<hash].lastIndex(where: { $0 != " " && $0 != "\t" }), line[colon] == ":"
    else { return nil }
    let name = key(line[..<colon])
    guard !name.isEmpty, !name.contains(where: { "\"',:{[]}".unicodeScalars.contains($0) }) else { return nil }
    let value = text(line[(hash + 1)...].prefix(while: Self.isWord)).shortened
    return (
      "\"\(text(name).shortened)\" has no value; a \"#\" after a space begins a comment: write \"#\(value)\" in quotes",
      DocumentPosition(line: position.line, column: position.column + hash - start)
    )
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  private func text(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }

  private func index(of position: DocumentPosition) -> Int? {
    guard position.line >= 1, position.line <= lineStarts.count else { return nil }
    let start = lineStarts[position.line - 1]
    let index = start + position.column - 1
    return position.column >= 1 && index <= scalars.count ? index : nil
  }
}
