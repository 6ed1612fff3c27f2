import Foundation

// What an app does with a view. A widget's views are drawn and then gone: these are accepted so that code for SwiftUI
// compiles, and their actions are never called.

extension View {
  /// Accepted without effect: nothing is touched.
  public func allowsHitTesting(_ enabled: Bool) -> some View { self }
  /// Accepted without effect: nothing is touched.
  public func contentShape(_ shape: some Shape, eoFill: Bool = false) -> some View { self }
  /// Accepted without effect: nothing is touched.
  public func contentShape(_ kind: ContentShapeKinds, _ shape: some Shape, eoFill: Bool = false) -> some View { self }
  /// Accepted; the action is never called.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
  /// Accepted; the action is never called.
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  /// Accepted; the action is never called.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View { self }
  /// Accepted; the action is never called.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { self }
  /// Accepted; the action is never called.
  public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some View {
    self
  }
  /// Accepted; the action is never called: fetch in the provider.
  public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable () async -> Void) -> some View
  {
    self
  }
  /// Accepted; the action is never called.
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  /// Accepted without effect: there is no pointer.
  public func help(_ text: LocalizedStringKey) -> some View { self }
  /// Accepted without effect: there is no pointer.
  public func help(_ text: Text) -> some View { self }
  /// Accepted without effect: there is no pointer.
  @_disfavoredOverload
  public func help(_ text: some StringProtocol) -> some View { self }
  /// Accepted without effect: badges belong to lists and tabs.
  public func badge(_ count: Int) -> some View { self }
  /// Accepted without effect: badges belong to lists and tabs.
  public func badge(_ label: Text?) -> some View { self }
  /// Accepted without effect: badges belong to lists and tabs.
  public func badge(_ key: LocalizedStringKey?) -> some View { self }
  /// Accepted without effect: there is no preview window.
  public func previewLayout(_ value: PreviewLayout) -> some View { self }
  /// Accepted without effect: text cannot be selected.
  public func textSelection(_ selectability: TextSelectability) -> some View { self }
  /// Returns this view: the order of focus has no effect.
  public func focusable(_ isFocusable: Bool = true) -> some View { self }
}

/// The purpose of a view's shape. Accepted without effect.
public struct ContentShapeKinds: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let interaction = ContentShapeKinds(rawValue: 1)
  public static let dragPreview = ContentShapeKinds(rawValue: 2)
  public static let contextMenuPreview = ContentShapeKinds(rawValue: 4)
  public static let accessibility = ContentShapeKinds(rawValue: 8)
}

/// The size of a preview. Accepted without effect.
public enum PreviewLayout: Sendable {
  case device, sizeThatFits
  case fixed(width: CGFloat, height: CGFloat)
}

/// Whether text can be selected: on a panel it cannot.
public struct TextSelectability: Sendable {
  public static let enabled = TextSelectability()
  public static let disabled = TextSelectability()
}

/// Opens an address in an app; on a panel nothing is opened.
public struct OpenURLAction: Sendable {
  public func callAsFunction(_ url: URL) {}
  public func callAsFunction(_ url: URL, completion: (Bool) -> Void) { completion(false) }
}

/// Whether an app is in front. A panel's widgets always are.
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }

extension EnvironmentValues {
  /// Opens nothing.
  public var openURL: OpenURLAction { OpenURLAction() }
  /// Always active.
  public var scenePhase: ScenePhase { .active }
}
