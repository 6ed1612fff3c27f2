/// A kind of device in tables T1 to T3 of docs/rules.md.
public enum WidgetPlatform: String, CaseIterable, Codable, Hashable, Sendable {
  case iPhone, iPad, mac, watch, vision

  /// The name in hosts and messages, such as "Mac".
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

/// A place for widgets on a device, in tables T1 to T3 of docs/rules.md.
public enum WidgetPlace: String, CaseIterable, Codable, Hashable, Sendable {
  case home, today, standBy, carPlay, lockScreen, desktop, notificationCenter, smartStack, complication, surface
}

/// A place that a widget may disfavour, by WidgetKit's name (docs/rules.md, Backgrounds and places).
public struct WidgetLocation: Hashable, Codable, Sendable {
  package let name: String

  /// A home grid, and Today View.
  public static let homeScreen = WidgetLocation(name: "homeScreen")
  public static let lockScreen = WidgetLocation(name: "lockScreen")
  public static let standBy = WidgetLocation(name: "standBy")
  public static let carPlay = WidgetLocation(name: "carPlay")
  /// A desktop and its Notification Center.
  public static let iPhoneWidgetsOnMac = WidgetLocation(name: "iPhoneWidgetsOnMac")
  public static let smartStack = WidgetLocation(name: "smartStack")
  public static let watchFace = WidgetLocation(name: "watchFace")

  package static let all = [homeScreen, lockScreen, standBy, carPlay, iPhoneWidgetsOnMac, smartStack, watchFace]
}
