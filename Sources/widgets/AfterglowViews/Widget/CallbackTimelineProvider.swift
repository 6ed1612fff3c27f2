/// Provides the content of a widget by calling back, with the names of WidgetKit's protocol alone.
///
/// Functions of a type hide those of the same name in its file, also those that it has from a protocol. A file with functions
/// of its own called `snapshot` or `timeline` could not call them in a ``TimelineProvider``. In a package with such functions
/// `afterglow widgets add` gives this protocol that name.
public protocol CallbackTimelineProvider: Sendable {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext

  /// Content with the shape of the real one, shown redacted while there is no other. It must return at once.
  func placeholder(in context: Context) -> Entry
  /// Calls back with content of one moment, for the gallery and previews.
  func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  /// Calls back with the entries from ``TimelineProviderContext/date`` on.
  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

extension CallbackTimelineProvider {
  /// When the widget is relevant, apart from its entries. Accepted without effect.
  public func relevance() async -> WidgetRelevance<Void> { WidgetRelevance([]) }
}

extension StaticConfiguration {
  /// Makes a configuration with all nine families, the kind as its display name and an empty description.
  ///
  /// - Parameter kind: identifies the widget in scene files; unique among all widgets of a bundle.
  /// - Parameter provider: calls back with the entries.
  /// - Parameter content: the view of one entry. It must give the same view for the same entry and environment.
  public init<Provider: CallbackTimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping @Sendable (Provider.Entry) -> Content
  ) {
    self.init(kind: kind, provider: CalledProvider(base: provider), content: content)
  }
}

/// The provider that the host asks in place of one that calls back.
struct CalledProvider<Base: CallbackTimelineProvider>: TimelineProvider {
  let base: Base

  func placeholder(in context: Context) -> Base.Entry { base.placeholder(in: context) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (Base.Entry) -> Void) {
    base.getSnapshot(in: context, completion: completion)
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Base.Entry>) -> Void) {
    base.getTimeline(in: context, completion: completion)
  }
}
