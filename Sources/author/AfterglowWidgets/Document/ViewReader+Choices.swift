import Afterglow
import AfterglowDocuments
import Foundation

/// Something of a view, once the values of an entry are known.
typealias ViewValue<Value> = @Sendable (ViewScope) -> Value

/// Reads a key of a mapping as something that values may decide.
typealias ViewValueReading<Value> = (inout StrictDecoder, String) -> ViewValue<Value>?

/// Choices that values make: one of two by a condition, or one of several by a value's name or number.
extension ViewReader {
  /// One of a few names, text with a value that becomes one, or a mapping in which values decide.
  ///
  /// - Parameter other: stands for a value that is none of the names, which is noted.
  func choice<Value: Sendable>(
    _ decoder: inout StrictDecoder, _ key: String, _ choices: [(String, Value)], otherwise other: Value
  ) -> ViewValue<Value>? {
    guard let node = decoder.node(key) else { return nil }
    if case .mapping = node.value {
      return decision(&decoder, key, of: "one of the names", otherwise: other) { part, key in
        self.choice(&part, key, choices, otherwise: other)
      }
    }
    guard case .scalar(let text, _) = node.value, text.contains("{") else {
      guard let value = decoder.choice(key, choices) else { return nil }
      return { _ in value }
    }
    guard let template = template(text, at: node.position, decoder) else { return nil }
    let (name, position) = (Self.path(decoder, key), node.position)
    return { scope in
      let word = template.plainText(in: scope)
      if let found = choices.first(where: { $0.0 == word }) { return found.1 }
      if !word.isEmpty {
        let names = choices.map(\.0)
        let hint = NearestName.find(word, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
        scope.ledger.note(
          ViewFault(
            message: "expected one of \(names.joined(separator: ", ")) for \"\(name)\" from values, found "
              + "\"\(word.prefix(40))\"\(hint)", position: position))
      }
      return other
    }
  }

  /// `true`, `false`, or a condition.
  func flag(_ decoder: inout StrictDecoder, _ key: String) -> ViewValue<Bool>? {
    if case .scalar(let text, false)? = decoder.node(key)?.value, text == "true" || text == "false" {
      return { _ in text == "true" }
    }
    guard decoder.contains(key), let test = test(&decoder, key) else { return nil }
    return { test.holds(in: $0) }
  }

  /// A mapping in which values decide: `{if, then, else}`, or `{value, …}` with `cases` or `steps`.
  ///
  /// - Parameters:
  ///   - what: the thing that is decided, for messages.
  ///   - other: stands where no case is met and there is no default.
  func decision<Value: Sendable>(
    _ decoder: inout StrictDecoder, _ key: String, of what: String, otherwise other: Value,
    _ read: ViewValueReading<Value>
  ) -> ViewValue<Value>? {
    guard var part = decoder.mapping(key) else { return nil }
    defer { part.finish() }
    if part.contains("if") { return chosen(&part, of: what, read) }
    let value = number(&part, "value", required: true)
    let kinds = ["cases", "steps"].filter(part.contains)
    if kinds.count != 1 {
      part.fail(
        "value", "expected either \"cases\" or \"steps\" with \"value\", found \(kinds.isEmpty ? "none" : "both")")
    }
    let fallback = read(&part, "default")
    let cases = cases(&part, read)
    let steps = steps(&part, read)
    guard let value else { return nil }
    if let cases { return Self.caseChoice(of: value, cases, fallback ?? { _ in other }) }
    return steps.map { Self.stepChoice(of: value, $0, fallback, otherwise: { _ in other }) }
  }

  /// `{if, then, else}`.
  func chosen<Value>(
    _ part: inout StrictDecoder, of what: String, _ read: ViewValueReading<Value>
  ) -> ViewValue<Value>? {
    let test = test(&part, "if")
    let then = read(&part, "then")
    let other = read(&part, "else")
    for key in ["then", "else"] where !part.contains(key) { part.missing(key, what) }
    guard let test, let then, let other else { return nil }
    return { test.holds(in: $0) ? then($0) : other($0) }
  }

  // MARK: By a value's name

  func cases<Value>(
    _ decoder: inout StrictDecoder, _ read: ViewValueReading<Value>
  ) -> [String: ViewValue<Value>]? {
    guard var part = decoder.mapping("cases") else { return nil }
    var cases: [String: ViewValue<Value>] = [:]
    for name in part.keys { cases[name] = read(&part, name) }
    return cases
  }

  static func caseChoice<Value>(
    of value: ViewExpression, _ cases: [String: ViewValue<Value>], _ fallback: @escaping ViewValue<Value>
  ) -> ViewValue<Value> {
    { scope in
      let name = value.value(in: scope)?.caseName
      return (name.flatMap { cases[$0] } ?? fallback)(scope)
    }
  }

  // MARK: By a number

  /// By the number from which each holds, lowest first.
  func steps<Value>(
    _ decoder: inout StrictDecoder, _ read: ViewValueReading<Value>
  ) -> [(Double, ViewValue<Value>)]? {
    guard var part = decoder.mapping("steps") else { return nil }
    var steps: [(Double, ViewValue<Value>)] = []
    for name in part.keys {
      guard ScalarText.isNumber(name), let number = Double(name), number.isFinite else {
        part.fail(at: part.position(of: name), "expected a number for each of \"steps\", found \"\(name.prefix(40))\"")
        continue
      }
      if let step = read(&part, name) { steps.append((number, step)) }
    }
    return steps.sorted { $0.0 < $1.0 }
  }

  /// The highest step that a number reaches. Below all of them it is the default, or without one the lowest.
  static func stepChoice<Value>(
    of value: ViewExpression, _ steps: [(Double, ViewValue<Value>)], _ fallback: ViewValue<Value>?,
    otherwise plain: @escaping ViewValue<Value>
  ) -> ViewValue<Value> {
    { scope in
      guard let number = value.number(in: scope) else { return (fallback ?? plain)(scope) }
      return (steps.last { $0.0 <= number }?.1 ?? fallback ?? steps.first?.1 ?? plain)(scope)
    }
  }
}

extension EntryValue {
  /// How a value is written as the name of a case.
  fileprivate var caseName: String? {
    switch self {
    case .text(let text): text
    case .number(let number, _): ScalarText.format(number)
    case .truth(let truth): truth ? "true" : "false"
    default: nil
    }
  }
}
