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
