import Afterglow
import AfterglowDocuments
import Foundation

/// The names of styles, weights and text styles: those of the Swift API.
enum ViewStyles {
  /// Keys of a style that is a mapping.
  static let keys = ["color", "opacity", "gradient", "course", "from", "to", "center", "start", "end"]

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

  /// `#RRGGBB`.
  static func color(hex text: String) -> Color? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
    return Color(hex: value)
  }
}

extension ViewReader {
  /// A style's name, `"#RRGGBB"`, `{color, opacity}`, `{gradient: […], from, to}`, or with `course` a gradient away from a
  /// point or round it.
  func style(_ decoder: inout StrictDecoder, _ key: String) -> AnyShapeStyle? {
    guard let node = decoder.node(key) else { return nil }
    guard case .mapping = node.value else { return namedStyle(node, decoder, Self.path(decoder, key)) }
    guard var part = decoder.mapping(key) else { return nil }
    let opacity = part.number("opacity", in: 0...1)
    let base = part.node("color").flatMap { namedStyle($0, part, Self.path(part, "color")) }
    let colors = gradientColors(&part)
    let gradient = gradient(&part)
    part.finish()
    if !part.contains("color") && !part.contains("gradient") {
      part.missing("color", "a colour, or \"gradient\"")
    } else if part.contains("color") && part.contains("gradient") {
      part.fail("gradient", "expected either \"color\" or \"gradient\", found both")
    }
    let style = colors.map(gradient) ?? base
    guard let opacity else { return style }
    return style?.opacity(opacity)
  }

  /// How the colours run; `start` and `end` are points from the centre, shares of the room, or degrees from three o'clock.
  private func gradient(_ part: inout StrictDecoder) -> ([Color]) -> AnyShapeStyle {
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

  private func gradientColors(_ decoder: inout StrictDecoder) -> [Color]? {
    guard let items = decoder.items("gradient", of: "colours", maximumCount: 16) else { return nil }
    if items.count < 2 {
      decoder.fail("gradient", "expected 2 to 16 colours, found \(items.count)")
      return nil
    }
    let colors = items.compactMap { item -> Color? in
      if case .scalar(let text, _) = item.value {
        if let color = ViewStyles.colors.first(where: { $0.0 == text })?.1 ?? ViewStyles.color(hex: text) {
          return color
        }
      }
      reportUnknown(item, decoder, "a colour", ViewStyles.colors.map(\.0))
      return nil
    }
    return colors.count == items.count ? colors : nil
  }

  private func namedStyle(_ node: DocumentNode, _ decoder: StrictDecoder, _ name: String) -> AnyShapeStyle? {
    if case .scalar(let text, _) = node.value {
      if let style = ViewStyles.named.first(where: { $0.0 == text })?.1 { return style }
      if let color = ViewStyles.color(hex: text) { return AnyShapeStyle(color) }
    }
    reportUnknown(node, decoder, "a style for \"\(name)\"", ViewStyles.named.map(\.0))
    return nil
  }

  private func reportUnknown(_ node: DocumentNode, _ decoder: StrictDecoder, _ what: String, _ names: [String]) {
    var hint = ""
    if case .scalar(let text, _) = node.value { hint = decoder.suggestion(for: text, among: names) }
    decoder.fail(
      at: node.position,
      "expected \(what), one of \(names.joined(separator: ", ")) or \"#RRGGBB\", found \(node.foundDescription)\(hint)")
  }
}
