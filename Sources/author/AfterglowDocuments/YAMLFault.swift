import Yams

/// A mistake in the form of YAML, in words that name its cause and its remedy. The parser's own words name the state
/// that it was in: "did not find expected key while parsing a block mapping".
struct YAMLFault {
  /// The parser's words.
  let parserWords: String
  /// The part that the parser was reading, and its beginning; nil = unknown.
  let context: YamlError.Context?
  /// Where the parser stopped.
  let mark: Mark
  /// The document.
  let text: String

  func problem(file: String) -> Problem {
    if let (message, place) = slip {
      return Problem(file: file, line: place.line, column: place.column, message: message)
    }
    let (message, isAtBeginning) = words
    let place = isAtBeginning ? context?.mark ?? mark : mark
    return Problem(file: file, line: place.line, column: place.column, message: message)
  }

  /// A quote or a comment that ends a value too early.
  private var slip: (message: String, position: DocumentPosition)? {
    let here = DocumentPosition(line: mark.line, column: mark.column)
    let slips = YAMLSlips(text)
    let isInBrackets = parserWords.hasPrefix("did not find expected ',' or ")
    if isInBrackets || parserWords == "did not find expected key", let message = slips.quoteMessage(endingAt: here) {
      return (message, here)
    }
    guard isInBrackets, let context, context.mark.line < mark.line else { return nil }
    return slips.commentMessage(inBracketsAt: DocumentPosition(line: context.mark.line, column: context.mark.column))
  }

  /// The message, and whether the mistake is where `context` begins.
  private var words: (message: String, isAtBeginning: Bool) {
    switch parserWords {
    case "found unexpected end of stream", "found unexpected document indicator":
      ("the quote that begins here is never closed; add the closing quote", true)
    case "did not find expected ',' or ']'": unquoted("]") ?? unclosed("list", "]", "[a, b]")
    case "did not find expected ',' or '}'": unquoted("}") ?? unclosed("mapping", "}", "{a: 1, b: 2}")
    case "could not find expected ':'":
      ("expected a key and its value, as in \"key: value\", found a line without a colon", true)
    case "did not find expected key": (misplaced, false)
    case "did not find expected '-' indicator":
      (
        afterBracket ?? "expected another item of the list\(fromLine); begin all keys of an item in the same column",
        false
      )
    case "did not find expected node content":
      ("expected a value, found \(found); close the bracket before it, or remove a comma too many", false)
    case "found character that cannot start any token": ("a value cannot begin with \(found); put it in quotes", false)
    default: (Self.sentences[parserWords] ?? "expected YAML, but \(parserWords)\(about)", false)
    }
  }

  /// Mistakes that have one cause wherever they are.
  private static let sentences: [String: String] = [
    "mapping values are not allowed in this context":
      "a colon with a space after it is not expected here; put text that has one in quotes, begin the keys of a "
      + "mapping in the same column, and write a space after the colon of each key",
    "block sequence entries are not allowed in this context":
      "a list cannot begin on the line of its key; write its items on lines of their own, or as [a, b]",
    "mapping keys are not allowed in this context": "a question mark with a space begins a key; put the text in quotes",
    "found a tab character that violates indentation": "expected spaces for indentation, found a tab",
    "found a tab character where an indentation space is expected": "expected spaces for indentation, found a tab",
    "did not find expected alphabetic or numeric character":
      "text cannot begin with \"*\" or \"&\", which name parts of a document; put it in quotes",
    "found unknown escape character": escape, "did not find expected hexdecimal number": escape,
    "found invalid Unicode character escape code": escape,
    "found undefined tag handle": tag, "did not find expected tag URI": tag, "did not find expected '!'": tag,
    "did not find the expected '>'": tag, "did not find expected whitespace or line break": tag,
    "found unknown directive name": directive, "could not find expected directive name": directive,
    "found unexpected non-alphabetical character": directive,
    "did not find expected comment or line break":
      "nothing may follow \"|\" or \">\" on its line; begin the text on the next line, further to the right",
    "did not find expected <document start>":
      "expected the end of the file, found more after the document; remove the line \"...\"",
  ]

  private static let escape =
    "a backslash in double quotes begins an escape such as \\n; write two, or use single quotes"
  private static let tag = "text cannot begin with \"!\", which names a type; put it in quotes"
  private static let directive = "a line cannot begin with \"%\"; put the text in quotes"

  /// A list or mapping in brackets, of which a comma or the end is missing.
  private func unclosed(
    _ kind: String, _ end: String, _ example: String
  ) -> (message: String, isAtBeginning: Bool) {
    if context?.mark.line == mark.line {
      let cure = "separate the parts of a \(kind) by commas: \(example)"
      return ("expected \",\" or \"\(end)\", found \(found); \(cure)", false)
    }
    return ("the \(kind) that begins here is not closed; add \"\(end)\" after its last part", true)
  }

  /// Text without quotes that a bracket or a colon ends, in a list or mapping in brackets; nil for other mistakes.
  private func unquoted(_ end: String) -> (message: String, isAtBeginning: Bool)? {
    guard let character, let last = lastBefore else { return nil }
    let beginning = "expected \",\" or \"\(end)\", found \(found); "
    let example = quotedText.map { ": \($0)" } ?? ""
    let endsText = !",:[{]}'\"".unicodeScalars.contains(last)
    if character == "[" || character == "{" {
      guard endsText else { return nil }
      return (beginning + "put text that has brackets in quotes\(example)", false)
    }
    if character == ":" {
      guard endsText, context?.mark.line == mark.line else { return nil }
      return (beginning + "put text that has a colon in quotes\(example), or write a comma before the next key", false)
    }
    guard last == "]" || last == "}" else { return nil }
    return (beginning + "put text that begins with a bracket in quotes, or write a comma after the bracket", false)
  }

  /// The message for words after a closing bracket, whose text was meant to begin with a bracket; nil for other mistakes.
  private var afterBracket: String? {
    guard character != nil, let last = lastBefore, last == "]" || last == "}" else { return nil }
    return "expected the end of the line after \"\(last)\", found \(found); put text that begins with a bracket in "
      + "quotes"
  }

  /// Something between the keys of a mapping.
  private var misplaced: String {
    switch character {
    case "]", "}": "expected a key, found \(found) that closes nothing; remove it"
    case "-" where afterBracket == nil:
      "expected a key of the mapping\(fromLine), found an item of a list; indent the items below their key"
    default:
      afterBracket
        ?? "expected a key of the mapping\(fromLine), found \(found); begin all its keys in the same column, and close "
        + "quotes only at the end of a text"
    }
  }

  /// ` that begins on line 4`.
  private var fromLine: String { context.map { " that begins on line \($0.mark.line)" } ?? "" }

  /// ` while parsing a block mapping (line 4)`.
  private var about: String {
    context.map { " \($0.text)" + (mark.line == $0.mark.line ? "" : " (line \($0.mark.line))") } ?? ""
  }

  /// What stands where the parser stopped.
  private var found: String { character.map { "\"\($0)\"" } ?? "the end of the line" }

  /// nil at the end of a line, and of the document.
  private var character: Unicode.Scalar? {
    let line = self.line
    guard mark.column >= 1, mark.column <= line.count, line[mark.column - 1] != "\r" else { return nil }
    return line[mark.column - 1]
  }

  /// The last character before the mark on its line that is no space; nil if there is none.
  private var lastBefore: Unicode.Scalar? { line.prefix(max(0, mark.column - 1)).last { $0 != " " } }

  /// The line where the parser stopped.
  private var line: [Unicode.Scalar] {
    let lineBreak: Unicode.Scalar = "\n"
    let lines = text.unicodeScalars.split(separator: lineBreak, omittingEmptySubsequences: false)
    guard mark.line >= 1, mark.line <= lines.count else { return [] }
    // The scanner has put the mark in place of an asterisk.
    return lines[mark.line - 1].map { $0 == YAMLScanner.aliasMark ? "*" : $0 }
  }

  /// The text without quotes around the mark, in quotes; nil for a long one, and for one that has quotes of both kinds.
  private var quotedText: String? {
    let line = self.line
    guard mark.column >= 1, mark.column <= line.count else { return nil }
    var start = mark.column - 1
    while start > 0, !",[{".unicodeScalars.contains(line[start - 1]) {
      if start > 1, line[start - 1] == " ", line[start - 2] == ":" { break }
      start -= 1
    }
    var end = mark.column - 1
    var depth = 0
    while end < line.count, line[end] != "\r" {
      let isOpening = line[end] == "[" || line[end] == "{"
      let isClosing = line[end] == "]" || line[end] == "}"
      if depth == 0, isClosing || line[end] == "," { break }
      depth += isOpening ? 1 : isClosing ? -1 : 0
      end += 1
    }
    while start < end, line[start] == " " { start += 1 }
    while end > start, line[end - 1] == " " { end -= 1 }
    let words = String(String.UnicodeScalarView(line[start..<end]))
    guard (1...60).contains(words.count) else { return nil }
    if !words.contains("'") { return "'\(words)'" }
    return words.contains("\"") || words.contains("\\") ? nil : "\"\(words)\""
  }
}
