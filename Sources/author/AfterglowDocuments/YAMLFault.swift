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
    case "did not find expected ',' or ']'": unclosed("list", "]", "[a, b]")
    case "did not find expected ',' or '}'": unclosed("mapping", "}", "{a: 1, b: 2}")
    case "could not find expected ':'":
      ("expected a key and its value, as in \"key: value\", found a line without a colon", true)
    case "did not find expected key": (misplaced, false)
    case "did not find expected '-' indicator":
      ("expected another item of the list\(fromLine); begin all keys of an item in the same column", false)
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

  /// Something between the keys of a mapping.
  private var misplaced: String {
    switch character {
    case "]", "}": "expected a key, found \(found) that closes nothing; remove it"
    case "-": "expected a key of the mapping\(fromLine), found an item of a list; indent the items below their key"
    default:
      "expected a key of the mapping\(fromLine), found \(found); begin all its keys in the same column, and close "
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
    let lineBreak: Unicode.Scalar = "\n"
    let lines = text.unicodeScalars.split(separator: lineBreak, omittingEmptySubsequences: false)
    guard mark.line >= 1, mark.line <= lines.count else { return nil }
    let line = Array(lines[mark.line - 1])
    guard mark.column >= 1, mark.column <= line.count, line[mark.column - 1] != "\r" else { return nil }
    // The scanner has put it in place of an asterisk.
    return line[mark.column - 1] == YAMLScanner.aliasMark ? "*" : line[mark.column - 1]
  }
}
