/// A kind of device: the columns of the widget system's tables T1 to T3.
public enum WidgetPlatform: String, CaseIterable, Codable, Hashable, Sendable {
  case iPhone, iPad, mac, watch, vision

  /// As people write it.
  public var displayName: String {
    switch self {
    case .iPhone: "iPhone"
    case .iPad: "iPad"
    case .mac: "Mac"
    case .watch: "Watch"
    case .vision: "Vision"
    }
  }
}

/// A place for widgets on such a device: the columns' entries in tables T1 to T3.
public enum WidgetPlace: String, CaseIterable, Codable, Hashable, Sendable {
  case home, today, standBy, carPlay, lockScreen, desktop, notificationCenter, smartStack, complication, surface
}

/// Where a widget may be shown, as far as it may say that it does not suit there (WidgetKit's names; docs/rules.md,
/// Backgrounds and places).
public struct WidgetLocation: Hashable, Codable, Sendable {
  let name: String

  /// A home grid and Today View.
  public static let homeScreen = WidgetLocation(name: "homeScreen")
  public static let lockScreen = WidgetLocation(name: "lockScreen")
  public static let standBy = WidgetLocation(name: "standBy")
  public static let carPlay = WidgetLocation(name: "carPlay")
  /// A desktop and its Notification Center: no widget of a panel was made there.
  public static let iPhoneWidgetsOnMac = WidgetLocation(name: "iPhoneWidgetsOnMac")
  public static let smartStack = WidgetLocation(name: "smartStack")
  public static let watchFace = WidgetLocation(name: "watchFace")
}
