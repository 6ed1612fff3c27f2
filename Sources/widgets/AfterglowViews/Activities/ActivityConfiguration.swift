import Foundation

/// The content that the views of an activity show.
public struct ActivityViewContext<Attributes: ActivityAttributes>: Sendable {
  public let activityID: String
  public let attributes: Attributes
  public let state: Attributes.ContentState
  /// Whether its stale date has passed.
  public let isStale: Bool

  /// For previews and tests of a view.
  public init(
    attributes: Attributes, state: Attributes.ContentState, isStale: Bool = false, activityID: String = ""
  ) {
    self.activityID = activityID
    self.attributes = attributes
    self.state = state
    self.isStale = isStale
  }
}

/// The views of an activity, as a widget of a bundle. It is compiled, and not shown: activities cannot be started yet.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
  public var descriptor: WidgetDescriptor { EmptyWidgetConfiguration().descriptor }

  /// - Parameters:
  ///   - attributesType: what the activity is about.
  ///   - content: its view on a lock screen; accepted without effect.
  ///   - dynamicIsland: its views at the top of the screen; accepted without effect.
  public init<Content: View>(
    for attributesType: Attributes.Type = Attributes.self,
    @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
    dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {}
}

extension WidgetConfiguration {
  /// Accepted without effect: activities are not shown.
  public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration { self }
}

/// The size class of an activity.
public enum ActivityFamily: Hashable, Sendable { case small, medium }

/// The views of an activity around a camera. They are compiled, and not shown.
public struct DynamicIsland: Sendable {
  public init<Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View>(
    @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
    @ViewBuilder compactLeading: @escaping () -> CompactLeading,
    @ViewBuilder compactTrailing: @escaping () -> CompactTrailing, @ViewBuilder minimal: @escaping () -> Minimal
  ) {}

  /// Accepted without effect.
  public func keylineTint(_ color: Color?) -> DynamicIsland { self }
  /// Accepted without effect.
  public func widgetURL(_ url: URL?) -> DynamicIsland { self }
  /// Accepted without effect.
  public func contentMargins(_ edges: Edge.Set = .all, _ length: Double, for mode: DynamicIslandMode) -> DynamicIsland {
    self
  }
}

/// A presentation of a ``DynamicIsland``.
public struct DynamicIslandMode: Hashable, Sendable {
  private let name: String

  public static let expanded = DynamicIslandMode(name: "expanded")
  public static let compactLeading = DynamicIslandMode(name: "compactLeading")
  public static let compactTrailing = DynamicIslandMode(name: "compactTrailing")
  public static let minimal = DynamicIslandMode(name: "minimal")
}

/// The position of a region in an expanded island.
public struct DynamicIslandExpandedRegionPosition: Hashable, Sendable {
  private let name: String

  public static let leading = DynamicIslandExpandedRegionPosition(name: "leading")
  public static let trailing = DynamicIslandExpandedRegionPosition(name: "trailing")
  public static let center = DynamicIslandExpandedRegionPosition(name: "center")
  public static let bottom = DynamicIslandExpandedRegionPosition(name: "bottom")
}

/// How a region lies next to the camera.
public struct DynamicIslandExpandedRegionVerticalPlacement: Hashable, Sendable {
  private let name: String

  public static let `default` = DynamicIslandExpandedRegionVerticalPlacement(name: "default")
  public static let belowIfTooWide = DynamicIslandExpandedRegionVerticalPlacement(name: "belowIfTooWide")
}

/// A region of an expanded island.
public struct DynamicIslandExpandedRegion<Content: View> {
  /// - Parameters:
  ///   - position: where it lies.
  ///   - priority: which region gets the width.
  ///   - content: accepted without effect.
  public init(
    _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: @escaping () -> Content
  ) {}

  /// Accepted without effect.
  public func contentMargins(_ edges: Edge.Set = .all, _ length: Double) -> DynamicIslandExpandedRegion { self }
}

/// The regions of an expanded island, as one view.
public struct DynamicIslandExpandedContent<Content: View> {
  fileprivate init() {}
}

/// Collects the regions of an expanded island.
@resultBuilder
public enum DynamicIslandExpandedContentBuilder {
  public static func buildExpression<Content: View>(
    _ region: DynamicIslandExpandedRegion<Content>
  ) -> DynamicIslandExpandedContent<Content> { .init() }

  /// The regions of another function.
  public static func buildExpression<Content: View>(
    _ regions: DynamicIslandExpandedContent<Content>
  ) -> DynamicIslandExpandedContent<Content> { regions }

  public static func buildBlock<each Content: View>(
    _ regions: repeat DynamicIslandExpandedContent<each Content>
  ) -> DynamicIslandExpandedContent<TupleView<repeat each Content>> { .init() }

  public static func buildOptional<Content: View>(
    _ regions: DynamicIslandExpandedContent<Content>?
  ) -> DynamicIslandExpandedContent<Content?> { .init() }

  public static func buildEither<First: View, Second: View>(
    first regions: DynamicIslandExpandedContent<First>
  ) -> DynamicIslandExpandedContent<ConditionalView<First, Second>> { .init() }

  public static func buildEither<First: View, Second: View>(
    second regions: DynamicIslandExpandedContent<Second>
  ) -> DynamicIslandExpandedContent<ConditionalView<First, Second>> { .init() }

  public static func buildLimitedAvailability<Content: View>(
    _ regions: DynamicIslandExpandedContent<Content>
  ) -> DynamicIslandExpandedContent<AnyView> { .init() }
}

extension View {
  /// Accepted without effect: activities are not shown.
  public func activityBackgroundTint(_ color: Color?) -> some View { self }
  /// Accepted without effect: activities are not shown.
  public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
  /// Accepted without effect: activities are not shown.
  public func dynamicIsland(verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement) -> some View { self }
}

extension EnvironmentValues {
  /// Medium: activities are not shown.
  public var activityFamily: ActivityFamily { .medium }
  /// False: activities are not shown.
  public var isActivityFullscreen: Bool { false }
  /// False: activities are not shown.
  public var isActivityUpdateReduced: Bool { false }
}
