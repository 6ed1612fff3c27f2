import AfterglowViews

// Tables T1 to T4 of the widget system, as data: which families are available where, and in which rendering mode. The
// only source for such questions.

/// The families that a device supports in each of its places (docs/rules.md, tables T1 and T2).
public enum FamilyTable {
  struct Row {
    var family: WidgetFamily
    var platform: WidgetPlatform
    var locations: [WidgetPlace]
  }

  static let rows: [Row] = [
    // T1
    Row(family: .systemSmall, platform: .iPhone, locations: [.home, .today, .standBy, .carPlay]),
    Row(family: .systemSmall, platform: .iPad, locations: [.home, .today, .lockScreen]),
    Row(family: .systemSmall, platform: .mac, locations: [.desktop, .notificationCenter]),
    Row(family: .systemSmall, platform: .vision, locations: [.surface]),
    Row(family: .systemMedium, platform: .iPhone, locations: [.home, .today]),
    Row(family: .systemMedium, platform: .iPad, locations: [.home, .today]),
    Row(family: .systemMedium, platform: .mac, locations: [.desktop, .notificationCenter]),
    Row(family: .systemMedium, platform: .vision, locations: [.surface]),
    Row(family: .systemLarge, platform: .iPhone, locations: [.home, .today]),
    Row(family: .systemLarge, platform: .iPad, locations: [.home, .today]),
    Row(family: .systemLarge, platform: .mac, locations: [.desktop, .notificationCenter]),
    Row(family: .systemLarge, platform: .vision, locations: [.surface]),
    Row(family: .systemExtraLarge, platform: .iPad, locations: [.home, .today]),
    Row(family: .systemExtraLarge, platform: .mac, locations: [.desktop, .notificationCenter]),
    Row(family: .systemExtraLarge, platform: .vision, locations: [.surface]),
    Row(family: .systemExtraLargePortrait, platform: .vision, locations: [.surface]),
    // T2
    Row(family: .accessoryCircular, platform: .iPhone, locations: [.lockScreen]),
    Row(family: .accessoryCircular, platform: .iPad, locations: [.lockScreen]),
    Row(family: .accessoryCircular, platform: .watch, locations: [.complication, .smartStack]),
    Row(family: .accessoryRectangular, platform: .iPhone, locations: [.lockScreen]),
    Row(family: .accessoryRectangular, platform: .iPad, locations: [.lockScreen]),
    Row(family: .accessoryRectangular, platform: .watch, locations: [.complication, .smartStack]),
    Row(family: .accessoryInline, platform: .iPhone, locations: [.lockScreen]),
    Row(family: .accessoryInline, platform: .iPad, locations: [.lockScreen]),
    Row(family: .accessoryInline, platform: .watch, locations: [.complication]),
    Row(family: .accessoryCorner, platform: .watch, locations: [.complication]),
  ]

  /// The families of a place on any of these platforms, in the order of ``WidgetFamily``.
  public static func families(in location: WidgetPlace, on platforms: [WidgetPlatform]) -> [WidgetFamily] {
    WidgetFamily.allCases.filter { family in
      rows.contains { $0.family == family && platforms.contains($0.platform) && $0.locations.contains(location) }
    }
  }
}

/// The rendering modes of a device's places (docs/rules.md, table T3).
public enum RenderingModeTable {
  struct Row {
    var platform: WidgetPlatform
    var mode: WidgetRenderingMode
    var locations: [WidgetPlace]
  }

  /// The table gives a Mac no accented mode while three texts describe it (docs/rules.md, Conflicts: a): here it has
  /// one.
  static let rows: [Row] = [
    Row(platform: .iPhone, mode: .fullColor, locations: [.home, .today, .standBy, .carPlay]),
    Row(platform: .iPhone, mode: .accented, locations: [.home, .today]),
    Row(platform: .iPhone, mode: .vibrant, locations: [.lockScreen, .standBy]),
    Row(platform: .iPad, mode: .fullColor, locations: [.home, .today]),
    Row(platform: .iPad, mode: .accented, locations: [.home, .today]),
    Row(platform: .iPad, mode: .vibrant, locations: [.lockScreen]),
    Row(platform: .watch, mode: .fullColor, locations: [.smartStack, .complication]),
    Row(platform: .watch, mode: .accented, locations: [.smartStack, .complication]),
    Row(platform: .mac, mode: .fullColor, locations: [.desktop, .notificationCenter]),
    Row(platform: .mac, mode: .accented, locations: [.desktop, .notificationCenter]),
    Row(platform: .mac, mode: .vibrant, locations: [.desktop]),
    Row(platform: .vision, mode: .fullColor, locations: [.surface]),
    Row(platform: .vision, mode: .accented, locations: [.surface]),
  ]

  /// The modes of a place on any of these platforms, in the order full colour, accented, vibrant.
  public static func modes(in location: WidgetPlace, on platforms: [WidgetPlatform]) -> [WidgetRenderingMode] {
    [.fullColor, .accented, .vibrant].filter { mode in
      rows.contains { $0.mode == mode && platforms.contains($0.platform) && $0.locations.contains(location) }
    }
  }

  /// Places whose host removes the container background (T3's remarks; rules 43 and 45).
  static let locationsWithoutBackground: Set<WidgetPlace> = [.standBy, .carPlay, .lockScreen, .complication]
}

extension WidgetFamily {
  /// The modes that a widget of this family must support (docs/rules.md, table T4). A portrait must support vibrant
  /// although its only platform has none (docs/rules.md, Conflicts: b): a panel shows it by night.
  public var renderingModes: [WidgetRenderingMode] {
    switch self {
    case .accessoryCircular, .accessoryCorner, .accessoryInline: [.accented, .vibrant]
    default: [.fullColor, .accented, .vibrant]
    }
  }
}
