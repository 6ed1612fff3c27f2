/// Where values of a document end, which the parser does not report. All places are indices of scalars.
struct YAMLExtents {
  let scalars: [Unicode.Scalar]
  private let lineStarts: [Int]
  /// Where keys and dashes of items begin, in order.
  private var starts: [Int] = []

  init(_ scalars: [Unicode.Scalar], root: DocumentNode) {
    self.scalars = scalars
    var lineStarts = [0]
    for (index, scalar) in scalars.enumerated() where scalar == "\n" { lineStarts.append(index + 1) }
    self.lineStarts = lineStarts
    collect(root)
    starts.sort()
  }

  private mutating func collect(_ node: DocumentNode) {
    switch node.value {
    case .scalar: break
    case .mapping(let members):
      for member in members {
        starts.append(index(of: member.keyPosition))
        collect(member.value)
      }
    case .sequence(let items):
      for item in items {
        starts.append(dash(of: item) ?? index(of: item.position))
        collect(item)
      }
    }
  }

  // MARK: Places

  func index(of place: DocumentPosition) -> Int {
    guard place.line >= 1 else { return 0 }
    guard place.line <= lineStarts.count else { return scalars.count }
    return min(lineStarts[place.line - 1] + place.column - 1, scalars.count)
  }

  func column(of index: Int) -> Int { index - lineStart(of: index) }

  func lineStart(of index: Int) -> Int { scalars[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }

  /// After the line break; the end of the document for its last line.
  func lineEnd(of index: Int) -> Int { scalars[index...].firstIndex(of: "\n").map { $0 + 1 } ?? scalars.count }

  func isInBrackets(_ node: DocumentNode) -> Bool {
    let start = index(of: node.position)
    return start < scalars.count && (scalars[start] == "{" || scalars[start] == "[")
  }

  /// The dash before an item of a list by indentation; nil in brackets.
  func dash(of item: DocumentNode) -> Int? {
    let start = index(of: item.position)
    guard let sign = scalars[..<start].lastIndex(where: { $0 != " " && $0 != "\n" && $0 != "\r" }),
      scalars[sign] == "-", sign + 1 < scalars.count, " \n\r".unicodeScalars.contains(scalars[sign + 1])
    else { return nil }
    return sign
  }

  /// The colon after a key.
  func colon(of member: DocumentNode.Member) -> Int? {
    let start = index(of: member.keyPosition)
    guard start < scalars.count else { return nil }
    let end = isQuote(start) ? quotedEnd(start) : start + member.key.unicodeScalars.count
    guard end <= scalars.count, let colon = scalars[end...].firstIndex(where: { $0 != " " }), scalars[colon] == ":"
    else { return nil }
    return colon
  }

  // MARK: Ends

  /// After the last character of a key's value; after the colon where there is none.
  func end(of member: DocumentNode.Member, isInside: Bool) -> Int {
    let start = index(of: member.keyPosition)
    let colon = colon(of: member).map { $0 + 1 } ?? start
    if case .scalar("", isQuoted: false) = member.value.value { return colon }
    return max(colon, end(of: member.value, indent: column(of: start), isInside: isInside))
  }

  /// After the last character of a value, without what follows it on its line.
  ///
  /// - Parameters:
  ///   - indent: of the key or dash that it belongs to, from 0.
  ///   - isInside: whether it is in brackets.
  func end(of node: DocumentNode, indent: Int, isInside: Bool) -> Int {
    let start = index(of: node.position)
    guard start < scalars.count else { return scalars.count }
    if isInBrackets(node) { return bracketEnd(start) }
    switch node.value {
    case .mapping(let members):
      guard let last = members.last else { return start }
      return end(of: last, isInside: false)
    case .sequence(let items):
      guard let last = items.last else { return start }
      return end(of: last, indent: dash(of: last).map(column) ?? indent, isInside: false)
    case .scalar(let text, let isQuoted):
      if isQuoted && isQuote(start) { return quotedEnd(start) }
      if isQuoted { return blockEnd(start, indent: indent) }
      if text.isEmpty { return start }
      return plainEnd(start, isInside: isInside)
    }
  }

  private func isQuote(_ index: Int) -> Bool { scalars[index] == "\"" || scalars[index] == "'" }

  private func quotedEnd(_ start: Int) -> Int {
    let quote = scalars[start]
    var index = start + 1
    while index < scalars.count {
      if scalars[index] == "\\" && quote == "\"" {
        index += 2
      } else if scalars[index] == quote {
        if quote == "'", index + 1 < scalars.count, scalars[index + 1] == quote {
          index += 2
        } else {
          return index + 1
        }
      } else {
        index += 1
      }
    }
    return scalars.count
  }

  /// A text by indentation: its first line, and all that are indented more than what it belongs to.
  private func blockEnd(_ start: Int, indent: Int) -> Int {
    var end = lineEnd(of: start)
    var line = end
    while line < scalars.count {
      let next = lineEnd(of: line)
      let first = scalars[line..<next].firstIndex { $0 != " " }
      let isBlank = first.map { scalars[$0] == "\n" || scalars[$0] == "\r" } ?? true
      if !isBlank {
        guard let first, first - line > indent else { break }
        end = next
      }
      line = next
    }
    return trimmed(start, end)
  }

  /// Words without quotes: up to the next key or item, without comments.
  private func plainEnd(_ start: Int, isInside: Bool) -> Int {
    let limit = starts.first { $0 > start } ?? scalars.count
    var index = start
    var end = start
    while index < limit {
      let scalar = scalars[index]
      let isAfterSpace = index > start && " \t\n".unicodeScalars.contains(scalars[index - 1])
      if isInside && ",[]{}".unicodeScalars.contains(scalar) { break }
      if scalar == "#" && isAfterSpace {
        index = lineEnd(of: index)
        continue
      }
      if !" \t\r\n".unicodeScalars.contains(scalar) { end = index + 1 }
      index += 1
    }
    return end
  }

  private func bracketEnd(_ start: Int) -> Int {
    var depth = 0
    var index = start
    // Quotes begin a text only where a value or a key may begin.
    var isAtBeginning = true
    while index < scalars.count {
      let scalar = scalars[index]
      if isQuote(index) && isAtBeginning {
        index = quotedEnd(index)
        isAtBeginning = false
        continue
      }
      if scalar == "#", index > 0, " \t\n".unicodeScalars.contains(scalars[index - 1]) {
        index = lineEnd(of: index)
        continue
      }
      switch scalar {
      case "[", "{":
        depth += 1
        isAtBeginning = true
      case "]", "}":
        depth -= 1
        if depth == 0 { return index + 1 }
        isAtBeginning = false
      case ",", ":": isAtBeginning = true
      case " ", "\t", "\n", "\r": break
      default: isAtBeginning = false
      }
      index += 1
    }
    return scalars.count
  }

  /// An end without the spaces and line breaks before it.
  func trimmed(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, " \t\r\n".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return end
  }

  /// The first of the lines of comments directly above a line, of its indentation; the line itself where it has none.
  func commentedStart(_ line: Int, indent: Int) -> Int {
    var start = line
    while start > 0 {
      let above = lineStart(of: start - 1)
      let first = above + indent
      guard first < start, scalars[above..<first].allSatisfy({ $0 == " " }), scalars[first] == "#" else { break }
      start = above
    }
    return start
  }

  /// After the lines of comments that follow the end of a line and are indented more than the item that it belongs to.
  func commentedEnd(_ lineEnd: Int, indent: Int) -> Int {
    var end = lineEnd
    while let first = scalars[end...].firstIndex(where: { $0 != " " }), scalars[first] == "#", first - end > indent {
      end = self.lineEnd(of: first)
    }
    return end
  }
}
