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

/// A place for widgets on such a device.
public enum WidgetLocation: String, CaseIterable, Codable, Hashable, Sendable {
  case home, today, standBy, carPlay, lockScreen, desktop, notificationCenter, smartStack, complication, surface
}
