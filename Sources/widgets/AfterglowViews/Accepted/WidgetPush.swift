import Foundation

// Reloads that a server asks Apple's systems for. They are accepted so that code for WidgetKit compiles: there is no such server, and
// a panel's widgets are reloaded by their timelines, their files and intents.

/// A type that would receive the token with which a server asks for reloads. None is ever made.
public protocol WidgetPushHandler {
  init()
  /// Never called.
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}

/// The token with which a server asks for reloads. There is none.
public struct WidgetPushInfo: Sendable {
  public let token: Data
}

extension WidgetConfiguration {
  /// Accepted without effect: no server asks for reloads.
  public func pushHandler(_ pushHandlerType: any WidgetPushHandler.Type) -> some WidgetConfiguration { self }
}

extension WidgetCenter {
  /// Always `nil`: no server asks for reloads.
  public var currentPushInfo: WidgetPushInfo? { get async { nil } }
}

/// A type that would receive the tokens with which a server asks for reloads of controls. None is ever made.
public protocol ControlPushHandler {
  init()
  /// Never called.
  func pushTokensDidChange(controls: [ControlInfo])
}

/// The token with which a server asks for reloads of a control. There is none.
public struct ControlPushInfo: Sendable {
  public let token: Data
}

/// A control of a device. There is none.
public struct ControlInfo: Sendable {
  public let kind: String
  public let pushInfo: ControlPushInfo?
}

extension ControlWidgetConfiguration {
  /// Accepted without effect: no server asks for reloads.
  public func pushHandler(_ pushHandlerType: any ControlPushHandler.Type) -> some ControlWidgetConfiguration { self }
}
