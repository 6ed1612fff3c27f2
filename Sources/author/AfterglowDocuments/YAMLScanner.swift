/// Scans YAML before the parser, by the parser's rules for structure and text. It limits nesting, finds aliases, and
/// reports the most common mistake, a tab, in a plain sentence. On invalid YAML it may lose synchronisation; the parser
/// then stops before that position.
struct YAMLScanner {
  /// Replaces an alias's `*`, so that the parser copies nothing. `DocumentText` rejects this character in documents.
  static let aliasMark: Unicode.Scalar = "\u{E0FF}"

  private let scalars: [Unicode.Scalar]
  private let file: String
  private var at = 0
  /// Whether the last token was the colon after a key of a mapping in braces.
  private var followsFlowKey = false
  private var line = 1
  private var lineStart = 0
  /// Number of open lists and mappings in brackets.
  private var flowDepth = 0
  /// Columns, from 0, of the open lists and mappings by indentation.
  private var indents: [Int] = []
  /// Positions of the aliases' `*`, as indices of scalars.
  private var aliases: [Int] = []

  private init(_ text: String, file: String) {
    scalars = Array(text.unicodeScalars)
    self.file = file
  }

  /// - Returns: the text with `aliasMark` in place of each alias's `*`.
  /// - Throws: `Problem` on nesting beyond `DocumentNode.maximumDepth` and on tabs as indentation.
  static func scan(_ text: String, file: String) throws(Problem) -> String {
    var scanner = YAMLScanner(text, file: file)
    try scanner.run()
    if scanner.aliases.isEmpty { return text }
    var marked = scanner.scalars
    for place in scanner.aliases { marked[place] = aliasMark }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: marked)
    return String(result)
  }

  // MARK: Characters

  private var column: Int { at - lineStart }
  private var position: DocumentPosition { DocumentPosition(line: line, column: column + 1) }

  /// nil at the end.
  private func scalar(_ offset: Int = 0) -> Unicode.Scalar? {
    at + offset < scalars.count ? scalars[at + offset] : nil
  }

  private func isBreak(_ offset: Int = 0) -> Bool {
    switch scalar(offset) {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private func isBlank(_ offset: Int = 0) -> Bool { scalar(offset) == " " || scalar(offset) == "\t" }
  private func endsWord(_ offset: Int = 0) -> Bool { scalar(offset) == nil || isBreak(offset) || isBlank(offset) }
  private func isFlowSign(_ offset: Int = 0) -> Bool {
    scalar(offset).map { ",[]{}".unicodeScalars.contains($0) } ?? false
  }

  private mutating func skip(_ count: Int) { at += count }

  private mutating func skipBreak() {
    at += scalar() == "\r" && scalar(1) == "\n" ? 2 : 1
    line += 1
    lineStart = at
  }

  private mutating func skipLine() { while scalar() != nil && !isBreak() { at += 1 } }

  private var isDocumentMark: Bool {
    column == 0 && endsWord(3)
      && (0..<3).allSatisfy { scalar($0) == "-" }
      || column == 0 && endsWord(3)
        && (0..<3).allSatisfy { scalar($0) == "." }
  }

  // MARK: Structure

  private mutating func run() throws(Problem) {
    while scalar() != nil {
      let isLineStart = column == 0 && flowDepth == 0
      if isLineStart { try checkTabs() }
      while isBlank() { at += 1 }
      if isLineStart { try checkLineStart() }
      if isBreak() { skipBreak() } else if scalar() != nil { try readToken() }
    }
  }

  /// Beginnings of a line that YAML reads as text, and that are meant as something else.
  private func checkLineStart() throws(Problem) {
    if let space = scalar(), space.properties.generalCategory == .spaceSeparator {
      let name = space == "\u{A0}" ? "a no-break space" : "another space"
      let code = String(space.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
      throw problem("expected spaces for indentation, found \(name) (U+\(digits))")
    }
    if isSlashComment { throw problem("a comment begins with \"#\", not \"//\"") }
    guard scalar() == "-", let first = scalar(1), first.properties.isAlphabetic else { return }
    let word = scalars[(at + 1)...].prefix { $0.properties.isAlphabetic }
    let end = word.endIndex
    guard end < scalars.count, scalars[end] == ":",
      end + 1 == scalars.count || " \r\n".unicodeScalars.contains(scalars[end + 1])
    else { return }
    throw problem("write a space after the dash that begins an item: \"- \(text(word).shortened):\"")
  }

  private var isSlashComment: Bool { scalar() == "/" && scalar(1) == "/" }

  private func problem(_ message: String) -> Problem {
    Problem(file: file, line: line, column: column + 1, message: message)
  }

  private func checkTabs() throws(Problem) {
    let indent = scalars[at...].prefix { " -?\t".unicodeScalars.contains($0) }
    guard let tab = indent.firstIndex(of: "\t"), indent.endIndex < scalars.count else { return }
    if "\r\n".unicodeScalars.contains(scalars[indent.endIndex]) { return }
    throw Problem(
      file: file, line: line, column: tab - lineStart + 1,
      message: "expected spaces for indentation, found a tab")
  }

  private mutating func readToken() throws(Problem) {
    if flowDepth == 0 { while let last = indents.last, last > column { indents.removeLast() } }
    if isDocumentMark { return skip(3) }
    let start = column
    let startLine = line
    let isValue = followsFlowKey
    followsFlowKey = false
    switch scalar()! {
    case "#": return skipLine()
    case "%" where column == 0: return skipLine()
    case "[", "{":
      flowDepth += 1
      try checkDepth()
      return skip(1)
    case "]", "}":
      flowDepth = max(0, flowDepth - 1)
      return skip(1)
    case ",": return skip(1)
    case "-", "?", ":":
      if endsWord(1) || flowDepth > 0 && isFlowSign(1) {
        if flowDepth == 0 { try open(at: start) }
        followsFlowKey = flowDepth > 0 && scalar() == ":"
        return skip(1)
      }
      try readPlain(isValue: isValue)
    case "|" where flowDepth == 0, ">" where flowDepth == 0: return skipBlock()
    case "\"", "'": skipQuoted()
    case "&", "*", "!":
      try skipProperties()
      if startLine != line || scalar() == nil || isBreak() || "|>#".unicodeScalars.contains(scalar()!) { return }
      if "\"'".unicodeScalars.contains(scalar()!) { skipQuoted() } else if isPlainStart { skipPlain() }
    default: try readPlain(isValue: isValue)
    }
    // A key: its mapping starts at the same column.
    if flowDepth == 0 && startLine == line && isKeyEnd {
      try open(at: start)
      while isBlank() { at += 1 }
      at += 1
    }
  }

  private var isPlainStart: Bool { !isFlowSign() && !"&*!:".unicodeScalars.contains(scalar()!) }

  private var isKeyEnd: Bool {
    var offset = 0
    while isBlank(offset) { offset += 1 }
    return scalar(offset) == ":" && endsWord(offset + 1)
  }

  /// Opens a list or mapping by indentation, unless that column's is open.
  private mutating func open(at column: Int) throws(Problem) {
    if column > indents.last ?? -1 { indents.append(column) }
    try checkDepth()
  }

  private func checkDepth() throws(Problem) {
    if indents.count + flowDepth > DocumentNode.maximumDepth { throw YAMLGuard.tooDeep(file, position) }
  }

  /// - Parameter isValue: whether it is the value of a key in braces, where a comma ends a number.
  private mutating func readPlain(isValue: Bool) throws(Problem) {
    let start = at
    let place = position
    skipPlain()
    guard isValue, scalar() == ",", let digit = scalar(1), Self.isDigit(digit) else { return }
    let whole = text(scalars[start..<at])
    let fraction = scalars[(at + 1)...].prefix(while: Self.isDigit)
    guard let after = scalars[fraction.endIndex...].first(where: { $0 != " " }), Int(whole) != nil,
      ",}\r\n".unicodeScalars.contains(after)
    else { return }
    let decimals = text(fraction)
    throw Problem(
      file: file, line: place.line, column: place.column,
      message: "expected a decimal point, found a comma: write \(whole).\(decimals), not \(whole),\(decimals)")
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private func text(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }

  /// A type such as `!secret`, which is not read.
  ///
  /// - Throws: `Problem`, except for YAML's own types such as `!!str`.
  private func checkTag() throws(Problem) {
    guard scalar() == "!", let first = scalar(1), first.properties.isAlphabetic else { return }
    let words = text(scalars[at...].prefix { !"\r\n,[]{}#".unicodeScalars.contains($0) }).split(separator: " ")
    if words[0].hasPrefix("!include") {
      throw problem("\"!include\" is not read; write the value itself, or in quotes where it is text")
    }
    guard words[0] == "!secret", words.count == 2 else {
      throw problem("text cannot begin with \"!\", which names a type; put it in quotes")
    }
    throw problem("write {secret: \(String(words[1]).shortened)} in place of \"!secret\"")
  }

  /// An anchor or a tag and the spaces after it; an alias, which is a whole value.
  private mutating func skipProperties() throws(Problem) {
    while let sign = scalar(), "&*!".unicodeScalars.contains(sign) {
      try checkTag()
      if sign == "*" && !endsWord(1) { aliases.append(at) }
      at += 1
      while !endsWord() && !(flowDepth > 0 && isFlowSign()) { at += 1 }
      while isBlank() { at += 1 }
      if sign == "*" { return }
    }
  }

  // MARK: Text

  private mutating func skipQuoted() {
    let quote = scalar()!
    at += 1
    while let next = scalar() {
      if isBreak() {
        skipBreak()
        continue
      }
      at += 1
      if next == "\\" && quote == "\"" && scalar() != nil && !isBreak() {
        at += 1
      } else if next == quote {
        if quote == "'" && scalar() == "'" { at += 1 } else { return }
      }
    }
  }

  /// Unquoted text continues over lines that are indented more than its mapping.
  private mutating func skipPlain() {
    let least = (indents.last ?? -1) + 1
    while scalar() != nil {
      if isDocumentMark || scalar() == "#" && (column == 0 || isBlank(-1)) { return }
      while !endsWord() {
        if scalar() == ":" && (endsWord(1) || flowDepth > 0 && isFlowSign(1)) { return }
        if flowDepth > 0 && isFlowSign() { return }
        at += 1
      }
      let (end, endLine, endStart) = (at, line, lineStart)
      while isBlank() { at += 1 }
      guard isBreak() else {
        if scalar() == nil || scalar() == "#" { return }
        continue
      }
      while isBlank() || isBreak() { if isBreak() { skipBreak() } else { at += 1 } }
      let goesOn = scalar() != nil && !isSlashComment && (flowDepth > 0 || column >= least)
      if !goesOn || scalar() == "#" || isDocumentMark {
        (at, line, lineStart) = (end, endLine, endStart)
        return
      }
    }
  }

  /// `|` and `>`: everything that is indented more.
  private mutating func skipBlock() {
    at += 1
    var increment = 0
    while let sign = scalar(), !endsWord() {
      if let digit = Int(String(sign)), (1...9).contains(digit) { increment = digit }
      at += 1
    }
    skipLine()
    let parent = indents.last ?? -1
    var least = increment > 0 ? max(parent, 0) + increment : 0
    var deepestBlank = 0
    while scalar() != nil {
      skipBreak()
      let limit = least > 0 ? least : Int.max
      while scalar() == " " && column < limit { at += 1 }
      if isBreak() || scalar() == nil {
        deepestBlank = max(deepestBlank, column)
        continue
      }
      if least == 0 { least = max(column, deepestBlank, parent + 1, 1) }
      if column < least {
        at = lineStart
        return
      }
      skipLine()
    }
  }
}
