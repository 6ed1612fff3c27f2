import Foundation

/// A widget: what it shows, in which families, from which provider. A value; any number of instances may exist.
public protocol Widget: Sendable {
  associatedtype Body: WidgetConfiguration
  var body: Body { get }
}

/// What a widget's body is: a `StaticConfiguration` or `AppIntentConfiguration` with modifiers.
public protocol WidgetConfiguration: Sendable {
  /// The same without its generic parameters, for hosts.
  var descriptor: WidgetDescriptor { get }
}

extension Widget {
  /// Kind, names, families and the erased provider, for hosts, galleries and checks.
  public var descriptor: WidgetDescriptor { body.descriptor }
}

/// Everything a host needs to know about a widget.
public struct WidgetDescriptor: Sendable {
  public internal(set) var kind: String
  public internal(set) var displayName: String
  public internal(set) var description: String
  public internal(set) var supportedFamilies: [WidgetFamily]
  public internal(set) var contentMarginsDisabled = false
  /// Where the widget says that it does not suit, and in which families.
  var disfavored: [DisfavoredPlace] = []
  /// Throws a `ConfigurationError` when these values are not a configuration of this widget.
  public internal(set) var checkConfiguration:
    @Sendable (_ values: [String: ConfigurationValue]) throws(ConfigurationError) -> Void
  var placeholder: @Sendable ([String: ConfigurationValue], TimelineProviderContext) -> ErasedEntry
  var snapshot: @Sendable ([String: ConfigurationValue], TimelineProviderContext) throws -> ErasedEntry
  var timeline: @Sendable ([String: ConfigurationValue], TimelineProviderContext) throws -> WidgetTimeline
}

/// Families that do not suit somewhere.
struct DisfavoredPlace: Hashable, Codable, Sendable {
  var locations: [WidgetLocation]
  var families: [WidgetFamily]
}

extension WidgetDescriptor {
  /// Whether the widget itself says that it does not suit there.
  public func isDisfavored(_ family: WidgetFamily, in context: WidgetContext) -> Bool {
    guard let location = context.location else { return false }
    return disfavored.contains { $0.families.contains(family) && $0.locations.contains(location) }
  }
}

/// An entry and the view of it, without their types.
struct ErasedEntry: Sendable {
  var date: Date
  var relevance: TimelineEntryRelevance?
  /// Evaluates the widget's content for this entry.
  var content: @Sendable () -> AnyView
}

/// A timeline without its types: what a host keeps to show when a later reload fails.
public struct WidgetTimeline: Sendable {
  var entries: [ErasedEntry]
  /// When the provider made it.
  var madeAt: Date?
  public var policy: TimelineReloadPolicy

  public var entryCount: Int { entries.count }
}

/// A widget without anything to configure.
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public let descriptor: WidgetDescriptor

  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping @Sendable (Provider.Entry) -> Content
  ) {
    descriptor = WidgetDescriptor(
      kind: kind, displayName: kind, description: "", supportedFamilies: WidgetFamily.allCases,
      checkConfiguration: { values throws(ConfigurationError) in
        guard let key = values.keys.sorted().first else { return }
        throw ConfigurationError(path: [key], message: "unknown key; \(kind) has nothing to configure")
      },
      placeholder: { _, context in erase(provider.placeholder(in: context), content) },
      snapshot: { _, context in erase(try provider.snapshot(in: context), content) },
      timeline: { _, context in erase(try provider.timeline(in: context), content) })
  }
}

/// A widget that a person can configure in the scene file.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
  public let descriptor: WidgetDescriptor

  public init<Provider: AppIntentTimelineProvider>(
    kind: String, intent: Intent.Type = Intent.self, provider: Provider,
    @ViewBuilder content: @escaping @Sendable (Provider.Entry) -> Content
  ) where Provider.Intent == Intent {
    descriptor = WidgetDescriptor(
      kind: kind, displayName: kind, description: "", supportedFamilies: WidgetFamily.allCases,
      checkConfiguration: { values throws(ConfigurationError) in _ = try Intent(configuration: values) },
      placeholder: { values, context in
        let intent = try? Intent(configuration: values)
        return erase(
          intent.map { provider.placeholder(for: $0, in: context) } ?? provider.placeholder(in: context), content)
      },
      snapshot: { values, context in
        erase(try provider.snapshot(for: try Intent(configuration: values), in: context), content)
      },
      timeline: { values, context in
        erase(try provider.timeline(for: try Intent(configuration: values), in: context), content)
      })
  }
}

private func erase<Entry: TimelineEntry, Content: View>(
  _ entry: Entry, _ content: @escaping @Sendable (Entry) -> Content
) -> ErasedEntry {
  ErasedEntry(date: entry.date, relevance: entry.relevance) { AnyView(content(entry)) }
}

private func erase<Entry: TimelineEntry, Content: View>(
  _ timeline: Timeline<Entry>, _ content: @escaping @Sendable (Entry) -> Content
) -> WidgetTimeline {
  WidgetTimeline(entries: timeline.entries.map { erase($0, content) }, madeAt: nil, policy: timeline.policy)
}

/// A configuration with one thing changed.
public struct ModifiedWidgetConfiguration: WidgetConfiguration {
  public let descriptor: WidgetDescriptor
}

extension WidgetConfiguration {
  private func changed(_ change: (inout WidgetDescriptor) -> Void) -> ModifiedWidgetConfiguration {
    var copy = descriptor
    change(&copy)
    return ModifiedWidgetConfiguration(descriptor: copy)
  }

  public func supportedFamilies(_ families: [WidgetFamily]) -> ModifiedWidgetConfiguration {
    changed { $0.supportedFamilies = families }
  }

  /// Name in the gallery.
  public func configurationDisplayName(_ name: String) -> ModifiedWidgetConfiguration {
    changed { $0.displayName = name }
  }

  /// What it is good for: begins with a verb, sentence case (rule 87).
  public func description(_ text: String) -> ModifiedWidgetConfiguration {
    changed { $0.description = text }
  }

  /// Where these families do not suit: people may still put them there, and find them under "Other" (rule 51).
  public func disfavoredLocations(
    _ locations: [WidgetLocation], for families: [WidgetFamily]
  ) -> ModifiedWidgetConfiguration {
    changed { $0.disfavored.append(DisfavoredPlace(locations: locations, families: families)) }
  }

  /// The widget takes its whole area and keeps margins itself, by `widgetContentMargins`.
  public func contentMarginsDisabled() -> ModifiedWidgetConfiguration {
    changed { $0.contentMarginsDisabled = true }
  }
}
