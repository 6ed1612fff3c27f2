/// Reads the text of a `JSONPath`.
struct JSONPathReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func fault(_ expected: String) -> JSONPath.Fault {
    JSONPath.Fault(
      column: index + 1, message: "expected \(expected), found \(current.map { "\"\($0)\"" } ?? "the end")")
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(JSONPath.Fault) {
    guard take(scalar) else { throw fault("\"\(scalar)\"") }
  }

  private mutating func skipSpace() { while current == " " { index += 1 } }

  mutating func path() throws(JSONPath.Fault) -> [JSONPath.Segment] {
    guard scalars.count <= JSONPath.maximumCount else {
      index = JSONPath.maximumCount
      throw fault("at most \(JSONPath.maximumCount) characters")
    }
    try expect("$")
    let segments = try self.segments()
    guard current == nil else { throw fault("\".\" or \"[\"") }
    return segments
  }

  private mutating func segments() throws(JSONPath.Fault) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      if take(".") {
        if current == "." { throw fault("a name; \"..\" is not supported") }
        segments.append(take("*") ? .all : .name(try name()))
      } else if take("[") {
        skipSpace()
        segments.append(try selector())
        skipSpace()
        try expect("]")
      } else {
        return segments
      }
    }
  }

  /// RFC 9535's member-name-shorthand: letters, digits and low lines, and all beyond ASCII; a dash too, which services use.
  private mutating func name() throws(JSONPath.Fault) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = current, Self.isName(scalar), !name.isEmpty || !("0"..."9").contains(scalar) {
      name.append(scalar)
      index += 1
    }
    guard !name.isEmpty else { throw fault("a name") }
    return String(name)
  }

  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
      || scalar == "-" || scalar.value >= 0x80
  }

  private mutating func selector() throws(JSONPath.Fault) -> JSONPath.Segment {
    switch current {
    case "*":
      index += 1
      return .all
    case "'", "\"": return .name(try quoted())
    case "?":
      index += 1
      skipSpace()
      return .filter(try filter())
    default:
      let start = index
      _ = take("-")
      while let scalar = current, ("0"..."9").contains(scalar), index - start < 12 { index += 1 }
      guard let number = Int(String(String.UnicodeScalarView(scalars[start..<index]))) else {
        throw fault("an index, a quoted name, \"*\" or \"?\"")
      }
      return .index(number)
    }
  }

  private mutating func quoted() throws(JSONPath.Fault) -> String {
    let quote = scalars[index]
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = current, scalar != quote {
      index += 1
      if scalar == "\\" {
        guard let escaped = current, escaped == quote || escaped == "\\" || escaped == "/" else {
          throw fault("a quote or a backslash")
        }
        text.append(escaped)
        index += 1
      } else {
        text.append(scalar)
      }
    }
    guard take(quote) else { throw fault("\(quote)") }
    return String(text)
  }

  private mutating func filter() throws(JSONPath.Fault) -> JSONPath.Filter {
    // The parentheses of older dialects are allowed by RFC 9535 too.
    let isInParentheses = take("(")
    skipSpace()
    try expect("@")
    let path = try segments()
    skipSpace()
    var filter = JSONPath.Filter(path: path)
    if let operation = operation() {
      skipSpace()
      filter.comparison = try comparison(operation)
      skipSpace()
    }
    if isInParentheses { try expect(")") }
    return filter
  }

  private mutating func operation() -> String? {
    for word in ["==", "!=", "<=", ">=", "<", ">"] {
      let parts = Array(word.unicodeScalars)
      if scalars[index...].starts(with: parts) {
        index += parts.count
        return word
      }
    }
    return nil
  }

  private mutating func comparison(_ operation: String) throws(JSONPath.Fault) -> JSONPath.Comparison {
    if current == "'" || current == "\"" {
      return JSONPath.Comparison(operation: operation, text: try quoted(), isQuoted: true)
    }
    let start = index
    while let scalar = current, Self.isName(scalar) || scalar == "." || scalar == "+" { index += 1 }
    let word = String(String.UnicodeScalarView(scalars[start..<index]))
    guard ["true", "false", "null"].contains(word) || ScalarText.isNumber(word) else {
      index = start
      throw fault("a number, a quoted text, true, false or null")
    }
    return JSONPath.Comparison(operation: operation, text: word, isQuoted: false)
  }
}
