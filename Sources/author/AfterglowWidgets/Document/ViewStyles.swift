import Afterglow
import AfterglowDocuments
import Foundation

/// The names of styles, weights and text styles: those of the Swift API.
enum ViewStyles {
  /// Keys of a style that is a mapping.
  static let keys =
    ["color", "opacity", "gradient", "course", "from", "to", "center", "start", "end", "value", "cases", "steps", "in"]

  static let weights: [(String, Font.Weight)] = [
    ("ultraLight", .ultraLight), ("thin", .thin), ("light", .light), ("regular", .regular), ("medium", .medium),
    ("semibold", .semibold), ("bold", .bold), ("heavy", .heavy), ("black", .black),
  ]

  static let textStyles = Font.TextStyle.allCases.map { ("\($0)", $0) }

  static let colors: [(String, Color)] = [
    ("black", .black), ("white", .white), ("red", .red), ("orange", .orange), ("yellow", .yellow), ("green", .green),
    ("mint", .mint), ("teal", .teal), ("cyan", .cyan), ("blue", .blue), ("indigo", .indigo), ("purple", .purple),
    ("pink", .pink), ("brown", .brown), ("gray", .gray), ("clear", .clear),
  ]

  static let named: [(String, AnyShapeStyle)] =
    [
      ("primary", AnyShapeStyle(HierarchicalShapeStyle.primary)),
      ("secondary", AnyShapeStyle(HierarchicalShapeStyle.secondary)),
      ("tertiary", AnyShapeStyle(HierarchicalShapeStyle.tertiary)),
      ("quaternary", AnyShapeStyle(HierarchicalShapeStyle.quaternary)), ("tint", AnyShapeStyle(TintShapeStyle())),
      ("background", AnyShapeStyle(BackgroundStyle())), ("fill", AnyShapeStyle(.fill)),
    ] + colors.map { ($0.0, AnyShapeStyle($0.1)) }

  static let points: [(String, UnitPoint)] = [
    ("topLeading", .topLeading), ("top", .top), ("topTrailing", .topTrailing), ("leading", .leading),
    ("center", .center), ("trailing", .trailing), ("bottomLeading", .bottomLeading), ("bottom", .bottom),
    ("bottomTrailing", .bottomTrailing),
  ]

  /// A colour by its name or as `#RRGGBB`.
  static func color(named text: String) -> Color? { colors.first { $0.0 == text }?.1 ?? color(hex: text) }

  /// A style by its name, or a colour as `#RRGGBB`.
  static func style(named text: String) -> AnyShapeStyle? {
    named.first { $0.0 == text }?.1 ?? color(hex: text).map { AnyShapeStyle($0) }
  }

  /// `#RRGGBB`.
  static func color(hex text: String) -> Color? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
    return Color(hex: value)
  }
}

/// A style once its values are known.
typealias StyleMaker = ViewValue<AnyShapeStyle>

extension ViewReader {
  /// A style's name, `"#RRGGBB"`, text with a value that becomes one, or a mapping: `{color, opacity}`,
  /// `{gradient: […], from, to}` (with `course` a gradient away from a point or round it), `{if, then, else}`, or
  /// `{value, …}` for a style by a value.
  func style(_ decoder: inout StrictDecoder, _ key: String) -> StyleMaker? {
    guard let node = decoder.node(key) else { return nil }
    guard case .mapping = node.value else { return namedStyle(node, decoder, Self.path(decoder, key)) }
    guard var part = decoder.mapping(key) else { return nil }
    let opacity = share(&part, "opacity")
    let style =
      if part.contains("if") {
        chosen(&part, of: "a style", self.style)
      } else if part.contains("value") {
        valuedStyle(&part)
      } else {
        plainStyle(&part)
      }
    part.finish()
    guard let opacity, let style else { return style }
    return { style($0).opacity(opacity.share(in: $0)) }
  }

  /// A number from 0 to 1, or a computation of one, which is limited to that.
  func share(_ decoder: inout StrictDecoder, _ key: String) -> ViewExpression? {
    guard let share = number(&decoder, key) else { return nil }
    if let literal = share.literal, !(0...1).contains(literal) {
      decoder.fail(
        key, "expected a number from 0 to 1 for \"\(Self.path(decoder, key))\", found \(ScalarText.format(literal))")
      return nil
    }
    return share
  }

  private func plainStyle(_ part: inout StrictDecoder) -> StyleMaker? {
    let base = style(&part, "color")
    let colors = gradientColors(&part)
    let gradient = gradient(&part)
    if !part.contains("color") && !part.contains("gradient") {
      part.missing("color", "a colour, or \"gradient\", \"value\" or \"if\"")
    } else if part.contains("color") && part.contains("gradient") {
      part.fail("gradient", "expected either \"color\" or \"gradient\", found both")
    }
    guard let colors else { return base }
    return { scope in gradient(colors.map { $0(scope) }) }
  }

  // MARK: Values decide

  /// By a value's name in `cases`, by the highest of `steps` that a number reaches, or between the colours of `gradient`
  /// by its place `in` a range.
  private func valuedStyle(_ part: inout StrictDecoder) -> StyleMaker? {
    let value = number(&part, "value", required: true)
    let kinds = ["cases", "steps", "gradient"].filter(part.contains)
    if kinds.count != 1 {
      part.fail("value", "expected one of \"cases\", \"steps\" and \"gradient\" with \"value\", found \(kinds.count)")
    }
    let fallback = style(&part, "default")
    let cases = cases(&part, self.style)
    let steps = steps(&part, self.style)
    let range = bounds(&part, "in")
    let colors = gradientColors(&part)
    guard let value else { return nil }
    if let cases { return Self.caseChoice(of: value, cases, fallback ?? Self.plain) }
    if let steps { return Self.stepChoice(of: value, steps, fallback, otherwise: Self.plain) }
    if part.contains("gradient") && !part.contains("in") { part.missing("in", "[lowest, highest] of the value") }
    guard let colors, let range else { return nil }
    return { scope in
      guard let number = value.number(in: scope), let range = range.value(in: scope) else {
        return (fallback ?? Self.plain)(scope)
      }
      let share = (number - range.lowerBound) / (range.upperBound - range.lowerBound)
      return AnyShapeStyle(Color.between(colors.map { $0(scope) }, at: share))
    }
  }

  /// Where no case is met.
  private static let plain: StyleMaker = { _ in AnyShapeStyle(HierarchicalShapeStyle.primary) }

  // MARK: Gradients

  /// How the colours run; `start` and `end` are points from the centre, shares of the room, or degrees from three o'clock.
  private func gradient(_ part: inout StrictDecoder) -> @Sendable ([Color]) -> AnyShapeStyle {
    let course = part.choice("course", ["linear", "radial", "elliptical", "angular"].map { ($0, $0) }) ?? "linear"
    let from = part.choice("from", ViewStyles.points) ?? .top
    let to = part.choice("to", ViewStyles.points) ?? .bottom
    let center = part.choice("center", ViewStyles.points) ?? .center
    let start = part.number("start", in: -3600...3600)
    let end = part.number("end", in: -3600...3600)
    let strays = course == "linear" ? ["center", "start", "end"] : ["from", "to"]
    for key in strays where part.contains(key) {
      part.fail(
        key, "expected \"\(key)\" only with \(course == "linear" ? "another course" : "linear"), found \(course)")
    }
    if course == "radial" && end == nil { part.missing("end", "the distance of the last colour in points") }
    switch course {
    case "radial":
      return {
        AnyShapeStyle(RadialGradient(colors: $0, center: center, startRadius: start ?? 0, endRadius: end ?? 0))
      }
    case "elliptical":
      return {
        AnyShapeStyle(
          EllipticalGradient(
            colors: $0, center: center, startRadiusFraction: start ?? 0, endRadiusFraction: end ?? 0.5))
      }
    case "angular":
      let first = start ?? 0
      return {
        AnyShapeStyle(
          AngularGradient(
            colors: $0, center: center, startAngle: .degrees(first), endAngle: .degrees(end ?? first + 360)))
      }
    default: return { AnyShapeStyle(LinearGradient(colors: $0, startPoint: from, endPoint: to)) }
    }
  }

  private func gradientColors(_ decoder: inout StrictDecoder) -> [@Sendable (ViewScope) -> Color]? {
    guard let items = decoder.items("gradient", of: "colours", maximumCount: 16) else { return nil }
    if items.count < 2 {
      decoder.fail("gradient", "expected 2 to 16 colours, found \(items.count)")
      return nil
    }
    let colors = items.compactMap { item in
      named(item, decoder, "a colour", names: ViewStyles.colors.map(\.0), meaning: ViewStyles.color(named:)) {
        Color.gray
      }
    }
    return colors.count == items.count ? colors : nil
  }

  private func namedStyle(_ node: DocumentNode, _ decoder: StrictDecoder, _ name: String) -> StyleMaker? {
    named(node, decoder, "a style for \"\(name)\"", names: ViewStyles.named.map(\.0), meaning: ViewStyles.style(named:))
    {
      AnyShapeStyle(HierarchicalShapeStyle.primary)
    }
  }

  /// What a name means, or a text with a value that becomes one.
  ///
  /// - Parameter other: stands for a value that is no name, which is noted.
  private func named<Named: Sendable>(
    _ node: DocumentNode, _ decoder: StrictDecoder, _ what: String, names: [String],
    meaning: @escaping @Sendable (String) -> Named?, other: @escaping @Sendable () -> Named
  ) -> (@Sendable (ViewScope) -> Named)? {
    guard case .scalar(let text, _) = node.value else {
      reportUnknown(node, decoder, what, names: names)
      return nil
    }
    guard text.contains("{") else {
      guard let found = meaning(text) else {
        reportUnknown(node, decoder, what, names: names)
        return nil
      }
      return { _ in found }
    }
    guard let template = template(text, at: node.position, decoder) else { return nil }
    let position = node.position
    return { scope in
      let name = template.plainText(in: scope)
      if let found = meaning(name) { return found }
      if !name.isEmpty {
        let hint = NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
        scope.ledger.note(
          ViewFault(message: "expected \(what) from values, found \"\(name.prefix(40))\"\(hint)", position: position))
      }
      return other()
    }
  }

  private func reportUnknown(_ node: DocumentNode, _ decoder: StrictDecoder, _ what: String, names: [String]) {
    var hint = ""
    if case .scalar(let text, _) = node.value { hint = decoder.suggestion(for: text, among: names) }
    decoder.fail(
      at: node.position,
      "expected \(what), one of \(names.joined(separator: ", ")) or \"#RRGGBB\", found \(node.foundDescription)\(hint)")
  }
}

extension Color {
  /// Between neighbours of `colors`, from 0 at the first to 1 at the last.
  fileprivate static func between(_ colors: [Color], at share: Double) -> Color {
    let place = min(max(share.isNaN ? 0 : share, 0), 1) * Double(colors.count - 1)
    let first = min(Int(place), colors.count - 2)
    return colors[first].mix(with: colors[first + 1], by: place - Double(first))
  }
}
