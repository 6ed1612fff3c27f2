import Afterglow
import AfterglowDocuments
import Foundation

/// Stacks and grids, conditions and repetitions.
extension ViewReader {
  static let horizontals: [(String, HorizontalAlignment)] = [
    ("leading", .leading), ("center", .center), ("trailing", .trailing),
  ]
  static let verticals: [(String, VerticalAlignment)] = [
    ("top", .top), ("center", .center), ("bottom", .bottom), ("firstTextBaseline", .firstTextBaseline),
    ("lastTextBaseline", .lastTextBaseline),
  ]
  static let alignments: [(String, Alignment)] = [
    ("topLeading", .topLeading), ("top", .top), ("topTrailing", .topTrailing), ("leading", .leading),
    ("center", .center), ("trailing", .trailing), ("bottomLeading", .bottomLeading), ("bottom", .bottom),
    ("bottomTrailing", .bottomTrailing),
  ]

  /// Distances between views; negative ones overlap.
  private func spacing(_ decoder: inout StrictDecoder, _ key: String) -> CGFloat? {
    decoder.number(key, in: -1000...1000, unit: "pt").map { CGFloat($0) }
  }

  func stack(_ kind: Kind, _ decoder: inout StrictDecoder) -> ViewMaker? {
    let content = list(&decoder, kind.rawValue)
    switch kind {
    case .vstack:
      let alignment = decoder.choice("alignment", Self.horizontals) ?? .center
      let spacing = spacing(&decoder, "spacing")
      return content.map { content in made { s in VStack(alignment: alignment, spacing: spacing) { content(s) } } }
    case .hstack:
      let alignment = decoder.choice("alignment", Self.verticals) ?? .center
      let spacing = spacing(&decoder, "spacing")
      return content.map { content in made { s in HStack(alignment: alignment, spacing: spacing) { content(s) } } }
    default:
      let alignment = decoder.choice("alignment", Self.alignments) ?? .center
      return content.map { content in made { s in ZStack(alignment: alignment) { content(s) } } }
    }
  }

  func grid(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let content = list(&decoder, "grid")
    let alignment = decoder.choice("alignment", Self.alignments) ?? .center
    let horizontal = spacing(&decoder, "horizontalSpacing")
    let vertical = spacing(&decoder, "verticalSpacing")
    guard let content else { return nil }
    return made { scope in
      Grid(alignment: alignment, horizontalSpacing: horizontal, verticalSpacing: vertical) { content(scope) }
    }
  }

  func row(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let content = list(&decoder, "row")
    let alignment = decoder.choice("alignment", Self.verticals)
    return content.map { content in made { s in GridRow(alignment: alignment) { content(s) } } }
  }

  func viewThatFits(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let content = list(&decoder, "viewThatFits")
    let axes =
      decoder.choice(
        "axes", [("horizontal", Axis.Set.horizontal), ("vertical", .vertical), ("both", [.horizontal, .vertical])])
      ?? [.horizontal, .vertical]
    return content.map { content in made { s in ViewThatFits(in: axes) { content(s) } } }
  }

  // MARK: Values decide

  func condition(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let test = test(&decoder)
    let then = views(&decoder, "then")
    let other = decoder.contains("else") ? views(&decoder, "else") : made { _ in EmptyView() }
    _ = decoder.node("else")
    guard let test, let then, let other else { return nil }
    return { scope in test.holds(in: scope) ? then(scope) : other(scope) }
  }

  /// The name of a value that must exist and be true, or a comparison.
  private func test(_ decoder: inout StrictDecoder) -> ViewTest? {
    if case .mapping? = decoder.node("if")?.value {
      guard var part = decoder.mapping("if") else { return nil }
      let path = valuePath(&part, "value", required: true)
      let above = number(&part, "above")
      let below = number(&part, "below")
      let wanted = part.node("equals").flatMap { equals($0, part) }
      part.finish()
      return path.map { ViewTest(path: $0, above: above, below: below, equals: wanted) }
    }
    return valuePath(&decoder, "if", required: true).map { ViewTest(path: $0) }
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

  func forEach(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let path = valuePath(&decoder, "forEach", required: true)
    let name = decoder.text("as", maximumCount: 40) ?? "item"
    let limit = decoder.integer("limit", in: 1...1000) ?? 1000
    let content = views(&decoder, "content")
    guard let path, let content else { return nil }
    return made { scope in
      var items: [EntryValue] = []
      if let value = scope.value(path) {
        if case .list(let list) = value { items = Array(list.prefix(limit)) } else { scope.ledger.note(path) }
      }
      return ForEach(
        items.map { item in
          var inner = scope
          inner.values[name] = item
          return content(inner)
        }
      ) { $0 }
    }
  }
}

/// The condition under which a view is shown. A missing value is false.
struct ViewTest: Sendable {
  var path: ValuePath
  var above: ViewReader.Number?
  var below: ViewReader.Number?
  var equals: EntryValue?

  func holds(in scope: ViewScope) -> Bool {
    guard let value = path.value(in: scope.values) else { return false }
    if above == nil, below == nil, equals == nil { return Self.meansYes(value) }
    if let equals, !Self.isEqual(value, equals) { return false }
    guard above != nil || below != nil else { return true }
    guard case .number(let number, _) = value else { return false }
    if let above, number <= above.value(in: scope) ?? .infinity { return false }
    if let below, number >= below.value(in: scope) ?? -.infinity { return false }
    return true
  }

  private static func meansYes(_ value: EntryValue) -> Bool {
    switch value {
    case .truth(let truth): truth
    case .number(let number, _): number != 0
    case .text(let text): !text.isEmpty
    case .list(let items): !items.isEmpty
    case .object: true
    }
  }

  private static func isEqual(_ a: EntryValue, _ b: EntryValue) -> Bool {
    if case .number(let a, _) = a, case .number(let b, _) = b { return a == b }
    return a == b
  }
}
