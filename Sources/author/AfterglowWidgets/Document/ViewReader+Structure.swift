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

  /// Default distance between views, in points. Next to a spacer there is none.
  private static let spacing: CGFloat = 8

  /// Reads a distance between views, in points; nil if the key is absent. Negative ones overlap.
  private func givenSpacing(_ decoder: inout StrictDecoder, _ key: String) -> CGFloat? {
    decoder.number(key, in: -1000...1000, unit: "pt").map { CGFloat($0) }
  }

  func stack(_ kind: Kind, _ decoder: inout StrictDecoder) -> ViewMaker? {
    let content = list(&decoder, kind.rawValue)
    switch kind {
    case .vstack:
      let alignment = decoder.choice("alignment", Self.horizontals) ?? .center
      guard let spacing = givenSpacing(&decoder, "spacing") else {
        return content.map { content in
          made { s in VStack(alignment: alignment, spacingExceptSpacers: Self.spacing) { content(s) } }
        }
      }
      return content.map { content in made { s in VStack(alignment: alignment, spacing: spacing) { content(s) } } }
    case .hstack:
      let alignment = decoder.choice("alignment", Self.verticals) ?? .center
      guard let spacing = givenSpacing(&decoder, "spacing") else {
        return content.map { content in
          made { s in HStack(alignment: alignment, spacingExceptSpacers: Self.spacing) { content(s) } }
        }
      }
      return content.map { content in made { s in HStack(alignment: alignment, spacing: spacing) { content(s) } } }
    default:
      let alignment = decoder.choice("alignment", Self.alignments) ?? .center
      return content.map { content in made { s in ZStack(alignment: alignment) { content(s) } } }
    }
  }

  func grid(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let content = list(&decoder, "grid")
    let alignment = decoder.choice("alignment", Self.alignments) ?? .center
    let horizontal = givenSpacing(&decoder, "horizontalSpacing") ?? Self.spacing
    let vertical = givenSpacing(&decoder, "verticalSpacing") ?? Self.spacing
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
    let test = test(&decoder, "if")
    let then = views(&decoder, "then")
    let other = decoder.contains("else") ? views(&decoder, "else") : made { _ in EmptyView() }
    _ = decoder.node("else")
    guard let test, let then, let other else { return nil }
    return { scope in test.holds(in: scope) ? then(scope) : other(scope) }
  }

  func forEach(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let list = listExpression(&decoder, "forEach")
    let name = decoder.text("as", maximumCount: 40) ?? ViewScope.itemName
    let limit = number(&decoder, "limit")
    if let count = limit?.literal, !(1...1000).contains(count) || count != count.rounded() {
      decoder.fail("limit", "expected a whole number from 1 to 1000 for \"limit\", found \(ScalarText.format(count))")
    }
    let isShown = decoder.contains("where") ? test(&decoder, "where") : nil
    _ = decoder.node("where")
    let content = views(&decoder, "content")
    guard let list, let content else { return nil }
    uses.lists.append(list)
    return made { scope in
      let most = limit.map { Int(clamping: min(max($0.number(in: scope) ?? 0, 0), 1000)) } ?? 1000
      var inners: [ViewScope] = []
      var named = scope
      named.itemNames.append(name)
      for item in scope.items(list) where inners.count < most && scope.ledger.compute() {
        var inner = named
        inner.values[name] = item
        if isShown?.holds(in: inner) != false { inners.append(inner) }
      }
      return ForEach(inners.map { content($0) }) { $0 }
    }
  }
}
