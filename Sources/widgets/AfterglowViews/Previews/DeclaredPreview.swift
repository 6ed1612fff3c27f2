import Foundation

/// A preview that `#Preview` declares. `afterglow widgets previews` builds a package so that the macro writes one for each; in
/// other builds the macro writes nothing, and nothing names this type.
public struct DeclaredPreview {
  /// The source of what a preview shows.
  enum Content {
    case entries(any Widget, [any TimelineEntry])
    case provider(any Widget, provider: Any, configuration: Any?)
    /// A view of an app, or an activity, which no panel shows.
    case none
  }

  let name: String?
  let family: WidgetFamily
  let content: Content

  /// A view without a family.
  public init(
    _ name: String? = nil, traits: PreviewTrait..., @ViewBuilder body: @escaping () -> any View
  ) {
    self.init(name, .systemSmall, .none)
  }

  /// Entries of a widget.
  public init(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping () -> any Widget,
    @PreviewBuilder timeline: @escaping () -> [any TimelineEntry]
  ) {
    self.init(name, family, .entries(widget(), timeline()))
  }

  /// The present entry of a widget's provider.
  public init(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping () -> any Widget,
    timelineProvider: @escaping () -> Any
  ) {
    self.init(name, family, .provider(widget(), provider: timelineProvider(), configuration: nil))
  }

  /// Entries of a configured widget.
  public init(
    _ name: String? = nil, as family: WidgetFamily, using configuration: Any, widget: @escaping () -> any Widget,
    @PreviewBuilder timeline: @escaping () -> [any TimelineEntry]
  ) {
    self.init(name, family, .entries(widget(), timeline()))
  }

  /// The present entry of a configured widget's provider.
  public init(
    _ name: String? = nil, as family: WidgetFamily, using configuration: Any, widget: @escaping () -> any Widget,
    timelineProvider: @escaping () -> Any
  ) {
    self.init(name, family, .provider(widget(), provider: timelineProvider(), configuration: configuration))
  }

  /// States of an activity.
  public init(
    _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Any, widget: @escaping () -> any Widget,
    @PreviewBuilder contentStates: @escaping () -> [Any]
  ) {
    self.init(name, .systemSmall, .none)
  }

  private init(_ name: String?, _ family: WidgetFamily, _ content: Content) {
    self.name = name
    self.family = family
    self.content = content
  }
}

/// A type that a `#Preview` becomes, by which a program finds its previews.
public protocol DeclaredPreviewRecord {
  static var preview: DeclaredPreview { get }
}

/// The entry that a preview shows in place of those of its widget's provider.
enum PreviewedEntry {
  @TaskLocal static var current: (any TimelineEntry)?

  /// - Returns: nil if no preview is drawn.
  /// - Throws: `CompileError` for an entry of another widget.
  static func entry<Entry: TimelineEntry>(as type: Entry.Type) throws -> Entry? {
    guard let current else { return nil }
    if let entry = current as? Entry { return entry }
    throw CompileError("expected entries of the type \(type) in its preview, found \(Swift.type(of: current))")
  }
}
