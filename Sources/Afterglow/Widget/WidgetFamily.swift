/// Size class and place of a widget (WidgetKit's names).
public enum WidgetFamily: String, CaseIterable, Codable, Hashable, Sendable {
  case systemSmall
  case systemMedium
  case systemLarge
  case systemExtraLarge
  case systemExtraLargePortrait
  case accessoryCircular
  case accessoryCorner
  case accessoryRectangular
  case accessoryInline

  /// Whether it is one of the five system families, which have a container background and 16 pt margins.
  public var isSystem: Bool {
    switch self {
    case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait: true
    case .accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline: false
    }
  }
}
