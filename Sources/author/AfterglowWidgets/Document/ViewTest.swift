import Afterglow
import AfterglowDocuments
import Foundation

/// A condition on values and on how the widget is shown. A missing value meets none.
struct ViewTest: Sendable {
  var expression: ViewExpression?
  var above: ViewExpression?
  var below: ViewExpression?
  var equals: EntryValue?
  /// What the widget must be shown as: one of the names of each fact.
  var facts: [ViewFact: [String]] = [:]

  func holds(in scope: ViewScope) -> Bool {
    guard facts.allSatisfy({ $0.value.contains(scope.fact($0.key)) }) else { return false }
    guard let expression else { return true }
    if above == nil, below == nil, equals == nil { return expression.holds(in: scope) }
    guard let value = expression.value(in: scope, notesMissing: false) else { return false }
    if let equals, !Self.isEqual(value, equals) { return false }
    guard above != nil || below != nil else { return true }
    guard case .number(let number, _) = value else { return false }
    if let above, number <= above.number(in: scope) ?? .infinity { return false }
    if let below, number >= below.number(in: scope) ?? -.infinity { return false }
    return true
  }

  private static func isEqual(_ a: EntryValue, _ b: EntryValue) -> Bool {
    if case .number(let a, _) = a, case .number(let b, _) = b { return a == b }
    return a == b
  }
}

extension ViewReader {
  /// A computation that must be true, a comparison of one value, or how the widget must be shown.
  func test(_ decoder: inout StrictDecoder, _ key: String) -> ViewTest? {
    guard let node = decoder.node(key) else {
      decoder.missing(key, "a value's name, or a computation such as \"delay > 5\"")
      return nil
    }
    switch node.value {
    case .mapping:
      guard var part = decoder.mapping(key) else { return nil }
      return test(in: &part)
    case .scalar(let text, let isQuoted)
    where isQuoted || !ScalarText.isNumber(text) && text != "true" && text != "false":
      let wanted = "a value's name, or a computation such as \"delay > 5\", for \"\(Self.path(decoder, key))\""
      return expression(text, at: node.position, decoder, wanted).map { ViewTest(expression: $0) }
    default:
      decoder.fail(
        key,
        "expected a value's name, or a computation such as \"delay > 5\", for \"\(Self.path(decoder, key))\", found "
          + node.foundDescription)
      return nil
    }
  }

  private func test(in part: inout StrictDecoder) -> ViewTest? {
    var test = ViewTest()
    if let node = part.node("value") {
      test.expression = number(node, part, Self.path(part, "value"))
      if test.expression == nil { return nil }
    }
    test.above = number(&part, "above")
    test.below = number(&part, "below")
    test.equals = part.node("equals").flatMap { equals($0, part) }
    for fact in ViewFact.allCases where part.contains(fact.rawValue) { test.facts[fact] = names(of: fact, &part) }
    for fact in ViewFact.allCases { _ = part.node(fact.rawValue) }
    part.finish()
    if test.expression == nil {
      let strays = ["above", "below", "equals"].filter(part.contains)
      if !strays.isEmpty || test.facts.isEmpty {
        part.missing("value", "a value's name, or one of \(ViewFact.allCases.map(\.rawValue).joined(separator: ", "))")
        return nil
      }
    }
    if !test.facts.isEmpty { uses.facts = true }
    return test
  }

  /// One name or a list of names.
  private func names(of fact: ViewFact, _ part: inout StrictDecoder) -> [String] {
    let choices = fact.names.map { ($0, $0) }
    guard case .sequence? = part.node(fact.rawValue)?.value else {
      return [part.choice(fact.rawValue, choices)].compactMap(\.self)
    }
    let found = part.values(
      fact.rawValue, of: "one of \(fact.names.joined(separator: ", "))", maximumCount: fact.names.count
    ) { node -> String? in
      if case .scalar(let text, _) = node.value, fact.names.contains(text) { text } else { nil }
    }
    return found?.compactMap(\.self) ?? []
  }

  private func equals(_ node: DocumentNode, _ decoder: StrictDecoder) -> EntryValue? {
    guard case .scalar(let text, let isQuoted) = node.value else {
      decoder.fail(
        at: node.position, "expected text, a number, true or false for \"equals\", found \(node.foundDescription)")
      return nil
    }
    if !isQuoted, text == "true" || text == "false" { return .truth(text == "true") }
    if !isQuoted, ScalarText.isNumber(text), let number = Double(text) { return .number(number, decimals: 0) }
    return .text(text)
  }
}
