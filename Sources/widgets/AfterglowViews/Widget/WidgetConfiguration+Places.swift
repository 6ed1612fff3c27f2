import Foundation

extension WidgetConfiguration {
  /// Names the mountings that suit the widget. `afterglow check` reports one that hangs on a surface in another way.
  public func supportedMountingStyles(_ styles: [WidgetMountingStyle]) -> ModifiedWidgetConfiguration {
    changed { $0.placing.mountingStyles = styles }
  }

  /// Sets what the widget is made of on a surface, in place of the scene's texture. A scene may set it for a widget.
  public func widgetTexture(_ texture: WidgetTexture) -> ModifiedWidgetConfiguration {
    changed { $0.placing.texture = texture }
  }

  /// Sets whether places that show no backgrounds, such as StandBy, remove the widget's too. Accented widgets have glass in
  /// its place in any case.
  public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> ModifiedWidgetConfiguration {
    changed { $0.placing.keepsContainerBackground = !isRemovable }
  }

  /// Accepted without effect: a widget is configured in the scene file.
  public func promptsForUserConfiguration() -> some WidgetConfiguration { self }

  /// Accepted; the action is never called: transfers end with the request for a timeline.
  public func onBackgroundURLSessionEvents(
    matching identifier: String, _ handler: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
  ) -> some WidgetConfiguration { self }

  /// Accepted; the action is never called: transfers end with the request for a timeline.
  public func onBackgroundURLSessionEvents(
    matching matches: ((String) -> Bool)? = nil,
    _ handler: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
  ) -> some WidgetConfiguration { self }
}

/// How a widget hangs on a surface.
public enum WidgetMountingStyle: String, CaseIterable, Codable, Hashable, Sendable { case elevated, recessed }

/// The material of a widget on a surface.
public struct WidgetTexture: Codable, Hashable, Sendable {
  package let name: String

  public static let glass = WidgetTexture(name: "glass")
  public static let paper = WidgetTexture(name: "paper")
}
