/// A key of a built-in widget in a scene, as its page describes it.
public struct WidgetSetting: Equatable, Sendable {
  public var key: String
  /// What it may be, in words.
  public var range: String
  /// What holds without it, in words.
  public var fallback: String
}

extension WidgetGallery {
  /// The keys of a built-in widget in the order of its page; empty for added ones.
  public func settings(of kind: String) -> [WidgetSetting] {
    guard let widget = widget(kind) as? any BuiltInWidget else { return [] }
    return WidgetSetting.all(in: type(of: widget).page.settings)
  }
}

extension WidgetSetting {
  /// The rows of a page's table, without its Markdown; a row of several keys is that of each.
  static func all(in page: String) -> [WidgetSetting] {
    page.split(separator: "\n").flatMap { line -> [WidgetSetting] in
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard line.hasPrefix("| `"), cells.count >= 3 else { return [] }
      return cells[0].matches(of: #/`([^`]+)`/#).map {
        WidgetSetting(key: String($0.1), range: words(cells[1]), fallback: words(cells[2]))
      }
    }
  }

  private static func words(_ cell: Substring) -> String {
    let text = cell.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { String($0.1) }
    var words = String(text.filter { $0 != "`" })
    while words.last == " " { words.removeLast() }
    return words
  }
}
