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
