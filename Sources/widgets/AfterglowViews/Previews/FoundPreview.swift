import Foundation

/// A preview of a program, with what draws it.
struct FoundPreview {
  let about: ExtensionPreview
  /// The timeline of what it shows.
  let timeline: (TimelineProviderContext) throws -> WidgetTimeline

  /// Most entries of a preview that are drawn.
  private static let maximumEntryCount = 12

  /// The previews of this program, those of `#Preview` first.
  ///
  /// - Parameter collect: resolves a view, while `PreviewCollector` collects.
  static func all(collect: (AnyView) -> Void) -> (previews: [FoundPreview], leftOut: Int) {
    var found: [FoundPreview] = []
    var leftOut = 0
    let records = ConformingTypes.all(of: (any DeclaredPreviewRecord).self).compactMap {
      ($0 as? any DeclaredPreviewRecord.Type)?.preview
    }
    for preview in records {
      if let one = FoundPreview(preview) { found.append(one) } else { leftOut += 1 }
    }
    for type in ConformingTypes.all(of: (any PreviewProvider).self) {
      guard let provider = type as? any PreviewProvider.Type else { continue }
      let collector = PreviewCollector()
      PreviewCollector.$current.withValue(collector) { collect(Self.views(of: provider)) }
      if collector.found.isEmpty { leftOut += 1 }
      found += collector.found.map { FoundPreview($0, of: "\(type)") }
    }
    return (
      found.sorted { ($0.about.name, $0.about.family.rawValue) < ($1.about.name, $1.about.family.rawValue) }, leftOut
    )
  }

  /// The views of a provider of previews. They are declared for the main actor, and evaluated by the only thread that
  /// evaluates views.
  private static func views(of provider: any PreviewProvider.Type) -> AnyView {
    let isolated: @MainActor (any PreviewProvider.Type) -> AnyView = Self.isolatedViews
    return unsafeBitCast(isolated, to: ((any PreviewProvider.Type) -> AnyView).self)(provider)
  }

  @MainActor private static func isolatedViews(of provider: any PreviewProvider.Type) -> AnyView { opened(provider) }

  @MainActor private static func opened<Provider: PreviewProvider>(_ provider: Provider.Type) -> AnyView {
    AnyView(Provider.previews)
  }

  /// nil for a preview without a family of widgets.
  private init?(_ preview: DeclaredPreview) {
    let descriptor: WidgetDescriptor
    let entries: (TimelineProviderContext) throws -> [any TimelineEntry]
    let count: Int
    switch preview.content {
    case .none: return nil
    case .entries(let widget, let given):
      descriptor = widget.descriptor
      entries = { _ in given }
      count = given.count
    case .provider(let widget, let provider, let configuration):
      descriptor = widget.descriptor
      entries = { try Self.present(of: provider, configuration, in: $0) }
      count = 1
    }
    about = ExtensionPreview(
      name: preview.name ?? descriptor.displayName, family: preview.family, kind: descriptor.kind,
      contentMarginsDisabled: descriptor.contentMarginsDisabled, entryCount: min(count, Self.maximumEntryCount))
    timeline = { context in
      let drawn = try entries(context).prefix(Self.maximumEntryCount).map { entry in
        try PreviewedEntry.$current.withValue(entry) { try descriptor.snapshot([:], context) }
      }
      return WidgetTimeline(entries: drawn, policy: .never)
    }
  }

  private init(_ found: PreviewCollector.Found, of type: String) {
    about = ExtensionPreview(
      name: found.name ?? type, family: found.family, kind: nil, contentMarginsDisabled: false, entryCount: 1)
    // Only the thread that evaluates views calls it.
    nonisolated(unsafe) let view = found.view
    timeline = { context in
      WidgetTimeline(entries: [ErasedEntry(date: context.date) { view }], policy: .never)
    }
  }

  /// The entry of a provider that holds at the time of a context.
  private static func present(
    of provider: Any, _ configuration: Any?, in context: TimelineProviderContext
  ) throws -> [any TimelineEntry] {
    let entries =
      if let provider = provider as? any TimelineProvider {
        try Self.entries(of: provider, in: context)
      } else if let provider = provider as? any CallbackTimelineProvider {
        try Self.entries(calling: provider, in: context)
      } else if let provider = provider as? any AppIntentTimelineProvider {
        try Self.entries(of: provider, configuration, in: context)
      } else {
        throw CompileError("expected a provider of timelines in its preview, found \(Swift.type(of: provider))")
      }
    let sorted = entries.sorted { $0.date < $1.date }
    return [sorted.last { $0.date <= context.date } ?? sorted.first].compactMap(\.self)
  }

  private static func entries<Provider: TimelineProvider>(
    of provider: Provider, in context: TimelineProviderContext
  ) throws -> [any TimelineEntry] {
    try CallingThread.value { try await provider.timeline(in: context) }.entries
  }

  private static func entries<Provider: CallbackTimelineProvider>(
    calling provider: Provider, in context: TimelineProviderContext
  ) throws -> [any TimelineEntry] {
    try entries(of: CalledProvider(base: provider), in: context)
  }

  private static func entries<Provider: AppIntentTimelineProvider>(
    of provider: Provider, _ configuration: Any?, in context: TimelineProviderContext
  ) throws -> [any TimelineEntry] {
    let intent = try (configuration as? Provider.Intent) ?? Provider.Intent(configuration: [:])
    return try CallingThread.value { try await provider.timeline(for: intent, in: context) }.entries
  }
}
