import AfterglowDocuments
import Foundation

/// Reads expressions by recursive descent, within bounds of length, nesting and number of parts.
///
///     choice   = fallback ["?" choice ":" choice]
///     fallback = or ["??" fallback]
///     or       = and {"or" and}            and = not {"and" not}         not = ["not"] comparison
///     compare  = sum [("==" | "!=" | "<" | "<=" | ">" | ">=") sum]
///     sum      = product {("+" | "-") product}    product = sign {("*" | "/" | "%") sign}    sign = ["-"] primary
///     primary  = number [unit] | text | name | (function "(" [choice {"," choice}] ")" | "(" choice ")") ["." name]
struct ViewExpressionReader {
  /// What is wrong, and where: an index of a character.
  struct Fault: Error, Equatable {
    var message: String
    var index: Int
  }

  static let maximumDepth = 24
  static let maximumPartCount = 100
  static let maximumLength = 500

  /// Seconds of the units of a duration.
  static let units: [String: Double] = [
    "s": 1, "sec": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]

  private let text: [Character]
  private let position: DocumentPosition
  private(set) var index: Int
  private var depth = 0
  private var partCount = 0

  init(_ text: [Character], from index: Int = 0, at position: DocumentPosition) {
    self.text = text
    self.index = index
    self.position = position
  }

  /// A text that is one expression.
  static func read(_ text: String, at position: DocumentPosition) throws(Fault) -> ViewExpression {
    var reader = ViewExpressionReader(Array(text), at: position)
    let expression = try reader.expression()
    guard reader.next == nil else { throw reader.unexpected("an operator such as + or ==") }
    return expression
  }

  /// An expression from here on, up to what cannot belong to it.
  mutating func expression() throws(Fault) -> ViewExpression {
    guard text.count <= Self.maximumLength else {
      throw Fault(message: "expected at most \(Self.maximumLength) characters, found \(text.count)", index: 0)
    }
    let start = index
    let node = try choice()
    return ViewExpression(
      node: node, position: position, text: String(text[start..<index]).trimmingCharacters(in: .whitespaces))
  }

  /// The next character that is no space, if there is one.
  var next: Character? {
    mutating get {
      while index < text.count, text[index] == " " { index += 1 }
      return index < text.count ? text[index] : nil
    }
  }

  /// Goes past a character that was looked at.
  mutating func skip() { index += 1 }

  private func unexpected(_ wanted: String) -> Fault {
    let found = index < text.count ? "\"\(text[index])\"" : "the end"
    return Fault(message: "expected \(wanted), found \(found)", index: index)
  }

  // MARK: Tokens

  private mutating func take(_ mark: String) -> Bool {
    _ = next
    guard text[index...].starts(with: mark) else { return false }
    index += mark.count
    return true
  }

  /// A word that stands alone.
  private mutating func take(word: String) -> Bool {
    _ = next
    let end = index + word.count
    guard text[index...].starts(with: word), end >= text.count || !Self.isPart(text[end]) else { return false }
    index = end
    return true
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private mutating func node(_ node: ViewExpression.Node) throws(Fault) -> ViewExpression.Node {
    partCount += 1
    guard partCount <= Self.maximumPartCount else {
      throw Fault(message: "expected at most \(Self.maximumPartCount) parts, found more", index: index)
    }
    return node
  }

  // MARK: Operators

  private mutating func choice() throws(Fault) -> ViewExpression.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw Fault(message: "expected at most \(Self.maximumDepth) levels of brackets, found more", index: index)
    }
    let condition = try fallback()
    guard next == "?" else { return condition }
    skip()
    let then = try choice()
    guard next == ":" else { throw unexpected("\":\" and what holds otherwise") }
    skip()
    return try node(.choice(condition, then, choice()))
  }

  private mutating func fallback() throws(Fault) -> ViewExpression.Node {
    var parts = [try or()]
    while take("??") { parts.append(try or()) }
    var result = parts.removeLast()
    while let part = parts.popLast() { result = try node(.fallback(part, result)) }
    return result
  }

  private mutating func or() throws(Fault) -> ViewExpression.Node {
    var left = try and()
    while try takeBoth("||") || take(word: "or") { left = try node(.binary(.or, left, and())) }
    return left
  }

  private mutating func and() throws(Fault) -> ViewExpression.Node {
    var left = try not()
    while try takeBoth("&&") || take(word: "and") { left = try node(.binary(.and, left, not())) }
    return left
  }

  /// A sign of two characters, of which one alone is a mistake.
  private mutating func takeBoth(_ mark: String) throws(Fault) -> Bool {
    if take(mark) { return true }
    guard let first = mark.first, next == first else { return false }
    // Filters of templates stand behind a bar.
    let isFilter = first == "|" && text[(index + 1)...].first { $0 != " " }?.isLetter == true
    throw unexpected(
      isFilter ? "a function before its value, such as round(temperature, 1), or \"or\"" : "\"\(mark)\"")
  }

  private mutating func not() throws(Fault) -> ViewExpression.Node {
    var count = 0
    while true {
      if take(word: "not") {
        count += 1
      } else if next == "!", !text[index...].starts(with: "!=") {
        skip()
        count += 1
      } else {
        break
      }
    }
    var inner = try comparison()
    for _ in 0..<count { inner = try node(.denied(inner)) }
    return inner
  }

  private mutating func comparison() throws(Fault) -> ViewExpression.Node {
    let left = try sum()
    let order: [ViewExpression.Operator] = [.equal, .unequal, .lessOrEqual, .greaterOrEqual, .less, .greater]
    guard let found = order.first(where: { take($0.rawValue) }) else {
      guard next == "=" else { return left }
      let mark = String(text[index...].prefix(2))
      if let order = ["=>": ">=", "=<": "<="][mark] {
        throw Fault(message: "expected \"\(order)\" to compare, found \"\(mark)\"", index: index)
      }
      throw unexpected("\"==\" to compare")
    }
    // Other languages have ===, !== and <>.
    let after = index < text.count ? text[index] : " "
    if after == "=" && (found == .equal || found == .unequal) || after == ">" && found == .less {
      let wanted = found == .less ? "!=" : found.rawValue
      throw Fault(
        message: "expected \"\(wanted)\" to compare, found \"\(found.rawValue)\(after)\"",
        index: index - found.rawValue.count)
    }
    return try node(.binary(found, left, sum()))
  }

  private mutating func sum() throws(Fault) -> ViewExpression.Node {
    var left = try product()
    while next == "+" || next == "-" {
      let sign: ViewExpression.Operator = next == "+" ? .plus : .minus
      skip()
      left = try node(.binary(sign, left, product()))
    }
    return left
  }

  private mutating func product() throws(Fault) -> ViewExpression.Node {
    var left = try signed()
    while let sign = next, "*/%".contains(sign), let found = ViewExpression.Operator(rawValue: String(sign)) {
      skip()
      left = try node(.binary(found, left, signed()))
    }
    return left
  }

  private mutating func signed() throws(Fault) -> ViewExpression.Node {
    var count = 0
    while next == "-" {
      skip()
      count += 1
    }
    var inner = try primary()
    for _ in 0..<count { inner = try node(.negated(inner)) }
    return inner
  }

  // MARK: Operands

  private mutating func primary() throws(Fault) -> ViewExpression.Node {
    guard let first = next else { throw unexpected("a value's name, a number or a text") }
    if first == "(" {
      skip()
      let inner = try choice()
      guard next == ")" else { throw unexpected("\")\"") }
      skip()
      return try member(of: inner)
    }
    if first == "'" || first == "\"" { return try node(quoted(first)) }
    if first.isASCII, first.isNumber { return try number() }
    guard Self.isPart(first) else { throw unexpected("a value's name, a number or a text") }
    return try named()
  }

  /// Doubled quotes stand for themselves.
  private mutating func quoted(_ quote: Character) throws(Fault) -> ViewExpression.Node {
    let start = index
    var words = ""
    skip()
    while index < text.count {
      if text[index] == quote {
        skip()
        guard index < text.count, text[index] == quote else { return .literal(.text(words)) }
      }
      words.append(text[index])
      skip()
    }
    throw Fault(message: "expected the text's closing \(quote), found the end", index: start)
  }

  /// A number, or with a unit a duration. What continues otherwise is a name, such as `2nd`.
  private mutating func number() throws(Fault) -> ViewExpression.Node {
    let start = index
    func digits(_ from: Int) -> Int { text[from...].prefix { $0.isASCII && $0.isNumber }.count }
    var end = start + digits(start)
    var decimals = 0
    if end + 1 < text.count, text[end] == ".", digits(end + 1) > 0 {
      decimals = digits(end + 1)
      end += 1 + decimals
    }
    let unit = String(text[end...].prefix(while: Self.isPart))
    guard let number = Double(String(text[start..<end])), number.isFinite else {
      throw Fault(message: "expected a number that is not beyond all bounds", index: start)
    }
    if unit.isEmpty {
      index = end
      return try node(.literal(.number(number, decimals: min(6, decimals))))
    }
    if let seconds = Self.units[unit] {
      guard number * seconds < 1e11 else {
        throw Fault(message: "expected a duration within three thousand years, found more", index: start)
      }
      index = end + unit.count
      return try node(.literal(.duration(number * seconds)))
    }
    if decimals > 0 || unit == "m" {
      throw Fault(message: "expected a unit s, min, h, d or w, found \"\(unit)\"", index: end)
    }
    return try named()
  }

  /// A part of what stands before: `.line` behind a bracket.
  private mutating func member(of whole: ViewExpression.Node) throws(Fault) -> ViewExpression.Node {
    guard index + 1 < text.count, text[index] == ".", Self.isPart(text[index + 1]) else { return whole }
    skip()
    let start = index
    let name = name()
    guard let path = ValuePath(name, at: position) else {
      throw Fault(message: "expected a member's name such as line, found \"\(name.prefix(40))\"", index: start)
    }
    return try node(.member(whole, path))
  }

  /// The characters of a name from here on.
  private mutating func name() -> String {
    let start = index
    while index < text.count, Self.isPart(text[index]) || joins(index) { index += 1 }
    return String(text[start..<index])
  }

  private mutating func named() throws(Fault) -> ViewExpression.Node {
    let start = index
    let name = name()
    if name == "true" || name == "false" { return try node(.literal(.truth(name == "true"))) }
    if index < text.count, text[index] == "(" { return try call(name, start) }
    if index < text.count, text[index] == "[" { throw indexFault(from: start) }
    if name.hasPrefix("widget.") {
      guard let fact = ViewFact(rawValue: String(name.dropFirst(7))) else {
        let names = ViewFact.allCases.map { "widget.\($0.rawValue)" }
        throw Fault(message: "expected one of \(names.joined(separator: ", ")), found \"\(name)\"", index: start)
      }
      return try node(.fact(fact))
    }
    guard let path = ValuePath(name, at: position) else {
      throw Fault(
        message: "expected a value's name such as temperature or room.temperature, found \"\(name.prefix(40))\"",
        index: start)
    }
    return try node(.value(path))
  }

  /// The fault of an index in brackets, with the name that is meant: `rooms.0.t` for `rooms[0].t` and `rooms[0]['t']`.
  private func indexFault(from start: Int) -> Fault {
    let written = text[start...].prefix { Self.isPart($0) || ".-[]'\"".contains($0) }
    let parts = String(written).split { ".[]'\"".contains($0) }
    let isFromEnd = parts.contains { $0.hasPrefix("-") }
    let meant = isFromEnd ? nil : ValuePath(parts.joined(separator: "."), at: position)?.name
    return Fault(
      message: "expected an item's number after a dot, such as \(meant ?? "\(parts[0]).0"), found \"[\""
        + (isFromEnd ? "; for one from the end name its path in \"values\", such as $.\(parts[0])[-1]" : ""),
      index: index)
  }

  /// A dot or a hyphen inside a name: with a name's character on both sides.
  private func joins(_ place: Int) -> Bool {
    (text[place] == "." || text[place] == "-") && place + 1 < text.count && Self.isPart(text[place + 1])
  }

  private mutating func call(_ name: String, _ start: Int) throws(Fault) -> ViewExpression.Node {
    guard let function = ViewExpression.Function(rawValue: name) else {
      let names = ViewExpression.Function.allCases.map(\.rawValue)
      let hint = NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw Fault(
        message: "expected one of the functions \(names.joined(separator: ", ")), found \"\(name.prefix(40))\"\(hint)",
        index: start)
    }
    skip()
    var arguments: [ViewExpression.Node] = []
    if next == ")" {
      skip()
    } else {
      repeat { arguments.append(try choice()) } while take(",")
      guard next == ")" else { throw unexpected("\",\" or \")\"") }
      skip()
    }
    let counts = function.argumentCounts
    guard counts.contains(arguments.count) else {
      let wanted =
        counts.lowerBound == counts.upperBound ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      throw Fault(message: "expected \(wanted) arguments of \(name), found \(arguments.count)", index: start)
    }
    return try member(of: node(.call(function, arguments)))
  }
}
