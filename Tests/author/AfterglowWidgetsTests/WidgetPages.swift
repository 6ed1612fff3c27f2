import Afterglow

@testable import AfterglowWidgets

/// The parts of the pages that are made of the gallery.
enum WidgetPages {
  static var families: String {
    let rows = BuiltInWidgets.all.map { widget in
      let (kind, page, families) = (Self.kind(widget), Self.page(widget), widget.descriptor.supportedFamilies)
      let system = page.families ?? names(families.filter(\.isSystem), of: 5)
      let accessory = page.families ?? names(families.filter { !$0.isSystem }, of: 4)
      return "| `\(kind)` | \(system) | \(accessory) | \(page.summary) |"
    }
    return (["| widget | system families | accessory families | what it shows |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  static var facts: String {
    let rows = BuiltInWidgets.all.filter { !page($0).fact.isEmpty }.map { widget in
      "| `\(kind(widget))` | \(page(widget).fact) | \(page(widget).words.isEmpty ? "" : page(widget).words + " ")|"
    }
    return (["| widget | fact | words |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  static var settings: String {
    BuiltInWidgets.all.map { "### \(kind($0))\n\n\(page($0).settings)" }.joined(separator: "\n\n")
  }

  private static func kind(_ widget: some BuiltInWidget) -> String { type(of: widget).kind }
  private static func page(_ widget: some BuiltInWidget) -> WidgetPage { type(of: widget).page }

  private static func names(_ families: [WidgetFamily], of count: Int) -> String {
    if families.count == count { return count == 5 ? "all five" : "all four" }
    return families.isEmpty ? "none" : families.map(name).joined(separator: ", ")
  }

  private static func name(_ family: WidgetFamily) -> String {
    switch family {
    case .systemSmall: "small"
    case .systemMedium: "medium"
    case .systemLarge: "large"
    case .systemExtraLarge: "extra large"
    case .systemExtraLargePortrait: "portrait"
    case .accessoryCircular: "circular"
    case .accessoryCorner: "corner"
    case .accessoryRectangular: "rectangular"
    case .accessoryInline: "inline"
    }
  }
}
