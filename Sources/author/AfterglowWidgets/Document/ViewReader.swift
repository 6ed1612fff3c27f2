import Afterglow
import AfterglowDocuments
import Foundation

/// Things that any of a file's views depends on.
struct ViewUses: Sendable {
  /// How the widget is shown, other than its family and level of detail.
  var facts = false
  /// The time at which it is shown.
  var time = false
  /// Pictures of the web.
  var web = false
  /// The lists that it shows, in the order of the file.
  var lists: [ViewExpression] = []
}

/// Reads views written as data (docs/data-widgets.md): each node is a mapping with one key for its kind and any number
/// of modifiers. Names and meanings are those of the Swift API. One for each file.
final class ViewReader {
  /// The most nodes of one file, checked before layout.
  static let maximumViewCount = 1000
  /// Lengths in points that a view may ask for.
  static let lengths = 0...largestLength
  private static let largestLength = 10_000.0
  /// Distances in points, in either direction, by which a view may be moved.
  static let offsets = -largestLength...largestLength

  /// The kinds of nodes, by their keys.
  enum Kind: String, CaseIterable {
    case text, clock, symbol, image, label, vstack, hstack, zstack, grid, row, spacer, divider, shape, gauge, progress
    case chart, viewThatFits, group, `if`, forEach, button, toggle
  }

  private var viewCount = 0
  /// Where the view's file lies, which relative paths of fonts mean.
  let folder: URL?
  /// Files of fonts that the views name.
  var fonts: Set<String> = []
  /// What is wrong with them: the views are shown nevertheless, in our own font.
  var fontProblems: [Problem] = []
  /// Remarks on texts that hardly mean what they say.
  var remarks: [Problem] = []
  var uses = ViewUses()

  init(folder: URL? = nil) { self.folder = folder }

  /// A node, with its modifiers.
  func view(_ node: DocumentNode, in outer: StrictDecoder, path: String) -> ViewMaker? {
    viewCount += 1
    guard viewCount <= Self.maximumViewCount else {
      if viewCount == Self.maximumViewCount + 1 {
        outer.fail(at: node.position, "expected at most \(Self.maximumViewCount) views in a file, found more")
      }
      return nil
    }
    // What has neither content nor modifiers may stand as a word.
    if case .scalar("spacer", _) = node.value { return made { _ in Spacer() } }
    if case .scalar("divider", _) = node.value { return made { _ in Divider() } }
    guard var decoder = outer.mapping(node, path: path), let kind = kind(decoder) else { return nil }
    let content = content(of: kind, &decoder)
    let change = modifiers(&decoder)
    decoder.finish()
    guard let content else { return nil }
    return { scope in
      guard scope.ledger.spend() else { return AnyView(EmptyView()) }
      return change(content(scope), scope)
    }
  }

  private func kind(_ decoder: StrictDecoder) -> Kind? {
    let kinds = decoder.keys.compactMap(Kind.init)
    if kinds.count == 1 { return kinds[0] }
    let names = Kind.allCases.map(\.rawValue)
    if kinds.count > 1 {
      decoder.fail(
        at: decoder.position(of: kinds[1].rawValue),
        "expected one kind of view in a mapping, found \"\(kinds[0].rawValue)\" and \"\(kinds[1].rawValue)\"")
    } else {
      let hint = decoder.keys.lazy.map { decoder.suggestion(for: $0, among: names) }.first { !$0.isEmpty } ?? ""
      let found = decoder.keys.first.map { "\"\($0.prefix(40))\"" } ?? "an empty mapping"
      let position = decoder.keys.first.map { decoder.position(of: $0) } ?? decoder.position
      decoder.fail(
        at: position, "expected a view, one of \(names.joined(separator: ", ")), found \(found)\(hint)")
    }
    return nil
  }

  private func content(of kind: Kind, _ decoder: inout StrictDecoder) -> ViewMaker? {
    switch kind {
    case .text: words(&decoder)
    case .clock: clock(&decoder)
    case .symbol: symbol(&decoder)
    case .image: image(&decoder)
    case .label: label(&decoder)
    case .vstack, .hstack, .zstack: stack(kind, &decoder)
    case .grid: grid(&decoder)
    case .row: row(&decoder)
    case .spacer: spacer(&decoder)
    case .divider: divider(&decoder)
    case .shape: shape(&decoder)
    case .gauge: gauge(&decoder)
    case .progress: progress(&decoder)
    case .chart: chart(&decoder)
    case .viewThatFits: viewThatFits(&decoder)
    case .group: views(&decoder, "group")
    case .if: condition(&decoder)
    case .forEach: forEach(&decoder)
    case .button: button(&decoder)
    case .toggle: toggle(&decoder)
    }
  }

  func made(_ make: @escaping @Sendable (ViewScope) -> some View) -> ViewMaker { { AnyView(make($0)) } }

  // MARK: Children

  /// One node, or a list of nodes.
  func views(_ decoder: inout StrictDecoder, _ key: String) -> ViewMaker? {
    guard let node = decoder.node(key) else {
      decoder.missing(key, "a view or a list of views")
      return nil
    }
    if case .sequence = node.value { return list(&decoder, key) }
    return view(node, in: decoder, path: Self.path(decoder, key))
  }

  /// A list of nodes; invalid ones are reported and left out.
  func list(_ decoder: inout StrictDecoder, _ key: String) -> ViewMaker? {
    let limit = Self.maximumViewCount
    guard let nodes = decoder.items(key, of: "views", maximumCount: limit, required: true) else { return nil }
    let inner = decoder
    let makers = nodes.enumerated().compactMap { index, node in
      view(node, in: inner, path: "\(Self.path(inner, key))[\(index)]")
    }
    return made { scope in ForEach(makers.map { $0(scope) }) { $0 } }
  }

  static func path(_ decoder: StrictDecoder, _ key: String) -> String {
    decoder.path.isEmpty ? key : "\(decoder.path).\(key)"
  }

  // MARK: Values

  /// The name of a list, or a computation of one.
  func listExpression(_ decoder: inout StrictDecoder, _ key: String) -> ViewExpression? {
    let wanted = "a list's name such as rooms or house.rooms, or a computation such as sort(rooms, 'name')"
    let limit = ViewExpressionReader.maximumLength
    guard let text = decoder.text(key, maximumCount: limit, required: wanted) else { return nil }
    return expression(
      text, at: decoder.valuePosition(of: key), decoder, "\(wanted), for \"\(Self.path(decoder, key))\"")
  }

  /// A number, the name of one, or a computation of one.
  func number(_ node: DocumentNode, _ decoder: StrictDecoder, _ name: String) -> ViewExpression? {
    if case .scalar(let text, let isQuoted) = node.value {
      guard !isQuoted, ScalarText.isNumber(text) else {
        return expression(text, at: node.position, decoder, "a number or a value's name for \"\(name)\"")
      }
      if let number = Double(text), number.isFinite {
        return ViewExpression(node: .literal(.number(number, decimals: 0)), position: node.position, text: text)
      }
    }
    decoder.fail(
      at: node.position, "expected a number or a value's name for \"\(name)\", found \(node.foundDescription)")
    return nil
  }

  /// A text that is a computation (docs/data-widgets.md, Computations).
  func expression(
    _ text: String, at position: DocumentPosition, _ decoder: StrictDecoder, _ wanted: String
  ) -> ViewExpression? {
    do throws(ViewExpressionReader.Fault) {
      return noted(try ViewExpressionReader.read(text, at: position))
    } catch {
      decoder.fail(
        at: position,
        "expected \(wanted), found \"\(text.prefix(60))\": \(error.message), at character \(error.index + 1)")
      return nil
    }
  }

  func noted(_ expression: ViewExpression) -> ViewExpression {
    uses.facts = uses.facts || expression.usesFacts
    uses.time = uses.time || expression.usesTime
    return expression
  }

  func number(_ decoder: inout StrictDecoder, _ key: String, required: Bool = false) -> ViewExpression? {
    guard let node = decoder.node(key) else {
      if required { decoder.missing(key, "a number or a value's name") }
      return nil
    }
    return number(node, decoder, Self.path(decoder, key))
  }
}
