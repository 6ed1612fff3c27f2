import Foundation

/// Makes a variable of ``EnvironmentValues`` a value of its own, with its key.
///
///     extension EnvironmentValues {
///       @Entry var isCompact: Bool = false
///     }
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "AfterglowMacros", type: "EntryMacro")

/// A view for a preview window: it is compiled, and shown nowhere, because it has no family. `afterglow widgets previews` draws
/// the previews of widgets.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, traits: PreviewTrait..., @ViewBuilder body: @escaping () -> any View
) = #externalMacro(module: "AfterglowMacros", type: "PreviewMacro")

/// A widget with entries, which `afterglow widgets previews` draws.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, as family: WidgetFamily, widget: @escaping () -> any Widget,
  @PreviewBuilder timeline: @escaping () -> [any TimelineEntry]
) = #externalMacro(module: "AfterglowMacros", type: "PreviewMacro")

/// A widget with a provider, of which `afterglow widgets previews` draws the present entry.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, as family: WidgetFamily, widget: @escaping () -> any Widget,
  timelineProvider: @escaping () -> Any
) = #externalMacro(module: "AfterglowMacros", type: "PreviewMacro")

/// A configured widget with entries, which `afterglow widgets previews` draws.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, as family: WidgetFamily, using configuration: Any, widget: @escaping () -> any Widget,
  @PreviewBuilder timeline: @escaping () -> [any TimelineEntry]
) = #externalMacro(module: "AfterglowMacros", type: "PreviewMacro")

/// A configured widget with a provider, of which `afterglow widgets previews` draws the present entry.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, as family: WidgetFamily, using configuration: Any, widget: @escaping () -> any Widget,
  timelineProvider: @escaping () -> Any
) = #externalMacro(module: "AfterglowMacros", type: "PreviewMacro")

/// An activity with its states for a preview window: it is compiled, and shown nowhere.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Any, widget: @escaping () -> any Widget,
  @PreviewBuilder contentStates: @escaping () -> [Any]
) = #externalMacro(module: "AfterglowMacros", type: "PreviewMacro")

/// Collects the entries of a preview.
@resultBuilder
public enum PreviewBuilder {
  public static func buildExpression(_ entry: any TimelineEntry) -> [any TimelineEntry] { [entry] }
  public static func buildExpression(_ state: Any) -> [Any] { [state] }
  public static func buildBlock(_ entries: [any TimelineEntry]...) -> [any TimelineEntry] { entries.flatMap { $0 } }
  public static func buildBlock(_ states: [Any]...) -> [Any] { states.flatMap { $0 } }
  public static func buildArray(_ entries: [[any TimelineEntry]]) -> [any TimelineEntry] { entries.flatMap { $0 } }
  public static func buildOptional(_ entries: [any TimelineEntry]?) -> [any TimelineEntry] { entries ?? [] }
  public static func buildEither(first: [any TimelineEntry]) -> [any TimelineEntry] { first }
  public static func buildEither(second: [any TimelineEntry]) -> [any TimelineEntry] { second }
}

/// How a preview is shown. Accepted without effect.
public struct PreviewTrait: Sendable {
  public static let defaultLayout = PreviewTrait()
  public static let sizeThatFitsLayout = PreviewTrait()
  public static let landscapeLeft = PreviewTrait()
  public static let landscapeRight = PreviewTrait()
  public static let portrait = PreviewTrait()
  public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait() }
}

/// Which of an activity's views a preview shows. Accepted without effect.
public struct ActivityPreviewViewKind: Sendable {
  /// A part of the Dynamic Island.
  public enum DynamicIsland: Sendable { case compact, minimal, expanded }

  /// The view of the Lock Screen.
  public static let content = ActivityPreviewViewKind()
  public static func dynamicIsland(_ state: DynamicIsland) -> ActivityPreviewViewKind { ActivityPreviewViewKind() }
}

extension ActivityAttributes {
  /// A view of an activity for a preview window: it is compiled, and shown nowhere.
  public func previewContext(
    _ contentState: ContentState, isStale: Bool = false, viewKind: ActivityPreviewViewKind
  ) -> some View { EmptyView() }
}
