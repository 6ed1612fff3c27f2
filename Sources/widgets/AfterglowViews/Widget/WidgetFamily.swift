/// The size class of a widget. The names are WidgetKit's (docs/rules.md, rule 1).
///
/// The sizes given here are those of the largest iPhone in points (docs/rules.md, table T5) where there is one. A panel
/// without a `host` has its own cells; ``TimelineProviderContext/displaySize`` has the size that applies.
public enum WidgetFamily: String, CaseIterable, Codable, Hashable, Sendable {
  /// A square, 170×170 pt.
  case systemSmall
  /// Two small widgets wide, 364×170 pt.
  case systemMedium
  /// Two small widgets wide and high, 364×382 pt.
  case systemLarge
  /// Wider than large: 450×338 pt on Vision (table T7), four by two small widgets on iPads (table T6).
  case systemExtraLarge
  /// Higher than wide: 338×450 pt on Vision (table T7), the only platform that supports it.
  case systemExtraLargePortrait
  /// A circle of 76 pt on lock screens; also around the dial of watches.
  case accessoryCircular
  /// The corner of a square watch face. Its `widgetLabel` runs along the dial.
  case accessoryCorner
  /// About two circles wide, 172×76 pt; a card of a watch's Smart Stack (table T8).
  case accessoryRectangular
  /// One line of text with a symbol, 257×26 pt, above the clock of a lock screen.
  case accessoryInline

  /// Whether this is one of the five system families, which have a container background and 16 pt margins
  /// (docs/rules.md, rule 7).
  public var isSystem: Bool {
    switch self {
    case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait: true
    case .accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline: false
    }
  }
}
