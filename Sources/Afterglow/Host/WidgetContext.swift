/// A way a panel is laid out.
public enum WidgetContext: String, Codable, CaseIterable, Hashable, Sendable {
  /// Two small widgets side by side on black (rules 41 to 44).
  case standBy
  /// A grid of system families on a wallpaper.
  case home
  /// One column of widgets beside what the panel shows else: at the leading edge, or the whole of a tall panel.
  case todayView
  /// The same at the trailing edge, as on a Mac.
  case notificationCenter
  /// A large clock, inline above it, circular and rectangular below; on a tablet-sized panel also small ones.
  case lockScreen
  /// Widgets where they were put; vibrant while nobody is there (rule 38).
  case desktop
  /// A grid of smalls without backgrounds (rule 45).
  case carPlay
  /// Cards one above the other on black, as on a watch.
  case smartStack
  /// Complications round a clock's face.
  case watchFace
  /// Real-world millimetres, as things that hang on a wall or stand on a shelf (rules 56 to 66).
  case surface
}

extension WidgetContext {
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

  /// As widgets name it; nil where they have no name for it.
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

  /// Devices that have this place, where the scene names none.
  public var platforms: [WidgetPlatform] {
    WidgetPlatform.allCases.filter { platform in
      FamilyTable.rows.contains { $0.platform == platform && $0.locations.contains(place) }
    }
  }

  /// Whether people may choose between light, dark, clear and tinted here (T3: where accented is known).
  public var hasAppearances: Bool {
    [WidgetContext.home, .todayView, .notificationCenter, .desktop, .surface].contains(self)
  }

  /// Whether a tint of one's own is seen here: in a watch's accents, on a lock screen (rule 37), on a surface and its frames
  /// (rule 65), and wherever widgets are tinted.
  public func takesTint(_ appearance: WidgetAppearance) -> Bool {
    switch self {
    case .watchFace, .smartStack, .lockScreen, .surface: true
    case .home, .todayView, .notificationCenter, .desktop: appearance == .tinted
    case .standBy, .carPlay: false
    }
  }

  /// Whether there is something behind its widgets but black.
  public var hasWallpaper: Bool {
    switch self {
    case .standBy, .carPlay, .smartStack, .watchFace: false
    case .home, .todayView, .notificationCenter, .desktop, .lockScreen, .surface: true
    }
  }

  /// Whether a widget's own background stays.
  public var showsContainerBackground: Bool { !RenderingModeTable.locationsWithoutBackground.contains(place) }
}

/// How a person wants widgets to look (rule 27).
public enum WidgetAppearance: String, Codable, CaseIterable, Hashable, Sendable {
  case light, dark
  /// Translucent glass over the wallpaper.
  case clear
  /// One hue for everything (rule 31).
  case tinted

  var isAccented: Bool { self == .clear || self == .tinted }
}

/// Light content on dark, or dark on light (SwiftUI's name).
public enum ColorScheme: String, Hashable, Sendable { case light, dark }
