import AfterglowViews

/// A way of laying out a panel; the key `context` of a scene.
public enum WidgetContext: String, Codable, CaseIterable, Hashable, Sendable {
  /// Two small widgets side by side on black (docs/rules.md, rules 42 to 44).
  case standBy
  /// A grid of system families on a wallpaper.
  case home
  /// Two columns of cells at the leading edge, or the whole of a tall panel.
  case todayView
  /// Two columns of cells at the trailing edge, as on a Mac.
  case notificationCenter
  /// A large clock, an inline widget above it, circular and rectangular ones below; on a large panel also small ones
  /// (docs/rules.md, rule 48).
  case lockScreen
  /// A grid whose widgets are vibrant while the room is dim (docs/rules.md, rule 38).
  case desktop
  /// A grid of small widgets without backgrounds (docs/rules.md, rule 45).
  case carPlay
  /// Cards one above the other on black, as on a watch.
  case smartStack
  /// Complications around the face of a clock.
  case watchFace
  /// Widgets with sizes in millimetres, like things on a wall or shelf (docs/rules.md, rules 56 to 66).
  case surface
}

extension WidgetContext {
  /// The place of tables T1 to T3 that this context is.
  public var place: WidgetPlace {
    switch self {
    case .standBy: .standBy
    case .home: .home
    case .todayView: .today
    case .notificationCenter: .notificationCenter
    case .lockScreen: .lockScreen
    case .desktop: .desktop
    case .carPlay: .carPlay
    case .smartStack: .smartStack
    case .watchFace: .complication
    case .surface: .surface
    }
  }

  /// The name by which a widget may disfavour it; `nil` for a surface, which has none.
  public var location: WidgetLocation? {
    switch place {
    case .home, .today: .homeScreen
    case .standBy: .standBy
    case .carPlay: .carPlay
    case .lockScreen: .lockScreen
    case .desktop, .notificationCenter: .iPhoneWidgetsOnMac
    case .smartStack: .smartStack
    case .complication: .watchFace
    case .surface: nil
    }
  }

  /// The devices that have this place (tables T1 and T2), where the scene names no host.
  public var platforms: [WidgetPlatform] {
    WidgetPlatform.allCases.filter { platform in
      FamilyTable.rows.contains { $0.platform == platform && $0.locations.contains(place) }
    }
  }

  /// Whether light, dark, clear and tinted can be chosen here: where table T3 has the accented mode, except on watches.
  public var hasAppearances: Bool {
    [WidgetContext.home, .todayView, .notificationCenter, .desktop, .surface].contains(self)
  }

  /// Whether the scene's tint is visible here: in a watch's accents, on a lock screen (docs/rules.md, rule 37), on a
  /// surface and its frames (rule 65), and wherever widgets are tinted.
  public func takesTint(_ appearance: WidgetAppearance) -> Bool {
    switch self {
    case .watchFace, .smartStack, .lockScreen, .surface: true
    case .home, .todayView, .notificationCenter, .desktop: appearance == .tinted
    case .standBy, .carPlay: false
    }
  }

  /// Whether something other than black lies behind the widgets.
  public var hasWallpaper: Bool {
    switch self {
    case .standBy, .carPlay, .smartStack, .watchFace: false
    case .home, .todayView, .notificationCenter, .desktop, .lockScreen, .surface: true
    }
  }

  /// Whether a widget's container background is shown (table T3; docs/rules.md, rules 43 and 45).
  public var showsContainerBackground: Bool { !RenderingModeTable.locationsWithoutBackground.contains(place) }
}

/// One of four appearances of widgets (docs/rules.md, rule 27).
public enum WidgetAppearance: String, Codable, CaseIterable, Hashable, Sendable {
  /// In full colour, with light or dark backgrounds.
  case light, dark
  /// Translucent glass over the wallpaper, without colours (docs/rules.md, rule 32).
  case clear
  /// One hue for all content (docs/rules.md, rule 31).
  case tinted

  var isAccented: Bool { self == .clear || self == .tinted }
}
