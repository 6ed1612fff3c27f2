import Foundation

/// A widget: its kind, its families, the provider of its content, and the view of one entry.
///
/// A widget is a value without state. A scene may show any number of instances of it, each with its own configuration
/// (docs/rules.md, rule 91).
///
///     struct TideWidget: Widget {
///       var body: some WidgetConfiguration {
///         StaticConfiguration(kind: "tides", provider: TideProvider()) { entry in
///           TideView(entry: entry)
///         }
///         .configurationDisplayName("Tides")
///         .description("See when the water is high.")
///         .supportedFamilies([.systemSmall, .accessoryCircular])
///       }
///     }
public protocol Widget: WidgetBundleContent, Sendable {
  associatedtype Body: WidgetConfiguration
  /// A ``StaticConfiguration`` or ``AppIntentConfiguration``, with its modifiers.
  var body: Body { get }
  /// For a widget that is marked `@main`, without a bundle.
  init()
}

/// The body of a ``WidgetBundle``: a widget, or an array of them.
public protocol WidgetBundleContent {
  /// All widgets in it.
  var bundledWidgets: [any Widget] { get }
}

extension Widget {
  public var bundledWidgets: [any Widget] { [self] }

  /// For widgets that are only made with parameters. A program of one of them alone ends at once.
  @_disfavoredOverload
  public init() { fatalError("\(Self.self) needs an initialiser without parameters to be a program of its own") }
}

/// The body of a ``Widget``: a ``StaticConfiguration`` or an ``AppIntentConfiguration`` with modifiers.
public protocol WidgetConfiguration: Sendable {
  /// The configuration without its generic parameters.
  var descriptor: WidgetDescriptor { get }
}

extension Widget {
  /// Kind, names, families and type-erased provider, for hosts, galleries and checks.
  public var descriptor: WidgetDescriptor { body.descriptor }
}

/// The information about a widget that a host needs, without its generic parameters.
public struct WidgetDescriptor: Sendable {
  /// Identifies the widget in scene files (`kind: tides`).
  public internal(set) var kind: String
  /// The name in the gallery; the kind if `configurationDisplayName` was not called.
  public internal(set) var displayName: String
  /// The sentence under the name in the gallery; empty by default.
  public internal(set) var description: String
  /// The families that the widget has a layout for; all nine by default.
  public internal(set) var supportedFamilies: [WidgetFamily]
  /// Whether the content fills the whole area of the widget, without the margins of the host. `false` by default.
  public internal(set) var contentMarginsDisabled = false
  /// What it says about the places where it stands.
  package var placing = WidgetPlacing()
  /// Validates values of a scene file with the widget's intent.
  ///
  /// Throws a ``ConfigurationError`` for an unknown key, a value of a wrong type, or a value that
  /// `WidgetConfigurationIntent.validate()` rejects. A widget with a ``StaticConfiguration`` rejects every key.
  public internal(set) var checkConfiguration:
    @Sendable (_ values: [String: ConfigurationValue]) throws(ConfigurationError) -> Void
  /// The keys of its configuration.
  public var parameters: [IntentParameterSchema] { describeParameters() }
  var describeParameters: @Sendable () -> [IntentParameterSchema] = { [] }
  /// Whether a timeline shows it; `false` for activities and other configurations that only stand in a bundle.
  var hasTimeline = true
  /// The values that a scene file need not set; empty for a widget with a ``StaticConfiguration``, and where a program
  /// of its own has them.
  public internal(set) var configurationDefaults: @Sendable () -> [String: ConfigurationValue] = { [:] }
  package var placeholder: @Sendable ([String: ConfigurationValue], TimelineProviderContext) -> ErasedEntry
  package var snapshot: @Sendable ([String: ConfigurationValue], TimelineProviderContext) throws -> ErasedEntry
  package var timeline: @Sendable ([String: ConfigurationValue], TimelineProviderContext) throws -> WidgetTimeline

  package init(
    kind: String, displayName: String, description: String, supportedFamilies: [WidgetFamily],
    contentMarginsDisabled: Bool = false, placing: WidgetPlacing = WidgetPlacing(),
    checkConfiguration: @escaping @Sendable ([String: ConfigurationValue]) throws(ConfigurationError) -> Void,
    describeParameters: @escaping @Sendable () -> [IntentParameterSchema] = { [] }, hasTimeline: Bool = true,
    configurationDefaults: @escaping @Sendable () -> [String: ConfigurationValue] = { [:] },
    placeholder: @escaping @Sendable ([String: ConfigurationValue], TimelineProviderContext) -> ErasedEntry,
    snapshot: @escaping @Sendable ([String: ConfigurationValue], TimelineProviderContext) throws -> ErasedEntry,
    timeline: @escaping @Sendable ([String: ConfigurationValue], TimelineProviderContext) throws -> WidgetTimeline
  ) {
    self.kind = kind
    self.displayName = displayName
    self.description = description
    self.supportedFamilies = supportedFamilies
    self.contentMarginsDisabled = contentMarginsDisabled
    self.placing = placing
    self.checkConfiguration = checkConfiguration
    self.describeParameters = describeParameters
    self.hasTimeline = hasTimeline
    self.configurationDefaults = configurationDefaults
    self.placeholder = placeholder
    self.snapshot = snapshot
    self.timeline = timeline
  }
}

/// What a widget says about the places where it stands.
package struct WidgetPlacing: Sendable {
  /// The places that it disfavours, with the families.
  package var disfavored: [DisfavoredPlace] = []
  /// Whether it keeps its background where others are removed.
  package var keepsContainerBackground = false
  /// How it can hang on a surface.
  var mountingStyles: [WidgetMountingStyle] = [.elevated, .recessed]
  /// What it is made of on a surface; nil = as the scene says.
  var texture: WidgetTexture?

  package init(
    disfavored: [DisfavoredPlace] = [], keepsContainerBackground: Bool = false,
    mountingStyles: [WidgetMountingStyle] = [.elevated, .recessed], texture: WidgetTexture? = nil
  ) {
    self.disfavored = disfavored
    self.keepsContainerBackground = keepsContainerBackground
    self.mountingStyles = mountingStyles
    self.texture = texture
  }
}

/// A place with the families that the widget disfavours there.
package struct DisfavoredPlace: Hashable, Codable, Sendable {
  package var locations: [WidgetLocation]
  package var families: [WidgetFamily]
}

extension WidgetDescriptor {
  /// How it can hang on a surface; both by default.
  public var supportedMountingStyles: [WidgetMountingStyle] { placing.mountingStyles }
  /// What it is made of on a surface; nil = as the scene says.
  package var texture: WidgetTexture? { placing.texture }
}

/// An entry and the view of it, without their types.
package struct ErasedEntry: Sendable {
  package var date: Date
  package var relevance: TimelineEntryRelevance?
  /// Evaluates the widget's content for this entry.
  package var content: @Sendable () -> AnyView

  package init(date: Date, relevance: TimelineEntryRelevance? = nil, content: @escaping @Sendable () -> AnyView) {
    self.date = date
    self.relevance = relevance
    self.content = content
  }
}

/// A timeline with type-erased entries. A host keeps the last good one of each slot and passes it to the next compile
/// as the slot's last good one.
public struct WidgetTimeline: Sendable {
  package var entries: [ErasedEntry]
  /// When the provider created it.
  package var madeAt: Date?
  /// When the provider requests to be called again.
  public var policy: TimelineReloadPolicy
  /// When its content was received; nil = when it was created.
  package var reception: ContentReception?
  /// What marks it as invented; nil = it is not.
  package var sampleWords: String?
  /// Whether the content is invented.
  package var isInvented = false
  /// One sentence about the part that its content lacks; nil = it is whole.
  package var shortage: String?
  /// One sentence about a fault of content that is shown nevertheless, or about content that a limit left out and that
  /// nothing shown depends on; nil = there is none.
  package var remark: String?
  /// A clause about content that is whole and has nothing to show, such as "nothing to do"; nil = it has something.
  package var emptiness: String?
  /// What is to be said of the time that it took; nil = nothing.
  package var slowness: String?
  /// When the entries that follow are to be requested; nil = these are all.
  package var continuesAt: Date?
  /// Until when its entries say what is to come; nil = as their dates and the policy say.
  package var knownUntil: Date?

  package init(
    entries: [ErasedEntry], madeAt: Date? = nil, policy: TimelineReloadPolicy, reception: ContentReception? = nil,
    sampleWords: String? = nil, slowness: String? = nil
  ) {
    self.entries = entries
    self.madeAt = madeAt
    self.policy = policy
    self.reception = reception
    self.sampleWords = sampleWords
    self.slowness = slowness
  }

  /// The number of entries. A compile uses at most 512 of them, from the current one on.
  public var entryCount: Int { entries.count }
  /// The date of the last entry; `nil` without one.
  public var lastDate: Date? { entries.last?.date }

  /// Most entries of one timeline in an archive. Those that follow are requested in time.
  package static let maximumEntryCount = 512
  /// Delay after a failure, and minimum interval between two reloads that a widget asks for, in seconds (docs/rules.md,
  /// Timelines).
  package static let reloadInterval: TimeInterval = 300

  /// The part of a timeline that one compile uses, from the entry that holds on, and when those that follow are to be
  /// requested: while a quarter of this part is left. nil = none follow.
  ///
  /// - Parameters:
  ///   - entries: sorted by date.
  ///   - limit: most entries of the part; up to `maximumEntryCount` if these end before the next reload.
  package static func window<Entry>(
    _ entries: [Entry], at date: Date, count limit: Int = maximumEntryCount, dated: (Entry) -> Date
  ) -> (entries: ArraySlice<Entry>, continuesAt: Date?) {
    func count(begunBy date: Date) -> Int {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if dated(entries[middle]) <= date { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let current = max(0, count(begunBy: date) - 1)
    // Entries of a second each must last until the next reload.
    let needed = min(count(begunBy: date + reloadInterval * 4 / 3), current + maximumEntryCount)
    let end = min(entries.count, max(current + limit, needed))
    let request = current + (end - current) * 3 / 4
    return (entries[current..<end], end < entries.count ? dated(entries[request]) : nil)
  }
}

/// The configuration of a widget without an intent.
///
///     StaticConfiguration(kind: "tides", provider: TideProvider()) { entry in
///       TideView(entry: entry)
///     }
///     .supportedFamilies([.systemSmall])
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public let descriptor: WidgetDescriptor

  /// Makes a configuration with all nine families, the kind as its display name and an empty description.
  ///
  /// - Parameter kind: identifies the widget in scene files; unique among all widgets of a bundle.
  /// - Parameter provider: supplies the entries.
  /// - Parameter content: the view of one entry. It is evaluated for each look that a place can reach, so it must
  ///   give the same view for the same entry and environment.
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
      snapshot: { _, context in
        if let entry = try PreviewedEntry.entry(as: Provider.Entry.self) { return erase(entry, content) }
        return erase(try CallingThread.value { try await provider.snapshot(in: context) }, content)
      },
      timeline: { _, context in
        erase(try CallingThread.value { try await provider.timeline(in: context) }, content)
      })
  }
}

/// The configuration of a widget whose instances are configured in the scene file, through an intent (docs/rules.md,
/// rule 90).
///
///     AppIntentConfiguration(kind: "tides", intent: TideIntent.self, provider: TideProvider()) { entry in
///       TideView(entry: entry)
///     }
///
/// The intent has parameters, or is a `Codable` structure whose initial values are its defaults.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
  public let descriptor: WidgetDescriptor

  /// Makes a configuration with all nine families, the kind as its display name and an empty description.
  ///
  /// - Parameter kind: identifies the widget in scene files; unique among all widgets of a bundle.
  /// - Parameter intent: the type as which the values of a scene file are decoded.
  /// - Parameter provider: supplies the entries of one configured instance.
  /// - Parameter content: the view of one entry. It must give the same view for the same entry and environment.
  public init<Provider: AppIntentTimelineProvider>(
    kind: String, intent: Intent.Type = Intent.self, provider: Provider,
    @ViewBuilder content: @escaping @Sendable (Provider.Entry) -> Content
  ) where Provider.Intent == Intent {
    descriptor = WidgetDescriptor(
      kind: kind, displayName: kind, description: "", supportedFamilies: WidgetFamily.allCases,
      checkConfiguration: { values throws(ConfigurationError) in _ = try Intent(configuration: values) },
      describeParameters: { IntentSchema.schemas(of: Intent.self) },
      configurationDefaults: {
        guard case .object(let values)? = try? ConfigurationCoding.value(of: Intent()) else { return [:] }
        return values
      },
      placeholder: { values, context in
        let intent = try? Self.intent(values, in: context)
        return erase(
          intent.map { provider.placeholder(for: $0, in: context) } ?? provider.placeholder(in: context), content)
      },
      snapshot: { values, context in
        if let entry = try PreviewedEntry.entry(as: Provider.Entry.self) { return erase(entry, content) }
        let intent = try Self.intent(values, in: context)
        return erase(try CallingThread.value { try await provider.snapshot(for: intent, in: context) }, content)
      },
      timeline: { values, context in
        let intent = try Self.intent(values, in: context)
        return erase(try CallingThread.value { try await provider.timeline(for: intent, in: context) }, content)
      })
  }

  /// The configuration of an instance, with the list sizes of its family.
  private static func intent(
    _ values: [String: ConfigurationValue], in context: TimelineProviderContext
  ) throws(ConfigurationError) -> Intent {
    let intent = try Intent(configuration: values)
    IntentSchema.fit(intent, to: context.family)
    return intent
  }
}

/// The configuration of a bundle's member that is no widget of a timeline, such as an activity.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
  public let descriptor: WidgetDescriptor

  public init() {
    let nothing = ErasedEntry(date: .distantPast) { AnyView(EmptyView()) }
    descriptor = WidgetDescriptor(
      kind: "", displayName: "", description: "", supportedFamilies: [],
      checkConfiguration: { _ throws(ConfigurationError) in }, hasTimeline: false, placeholder: { _, _ in nothing },
      snapshot: { _, _ in nothing }, timeline: { _, _ in WidgetTimeline(entries: [], policy: .never) })
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
  var erased = WidgetTimeline(
    entries: timeline.entries.map { erase($0, content) }, madeAt: nil, policy: timeline.policy,
    reception: timeline.reception, sampleWords: timeline.sampleWords)
  erased.continuesAt = timeline.continuesAt
  erased.knownUntil = timeline.knownUntil
  erased.shortage = timeline.shortage
  erased.remark = timeline.remark
  erased.emptiness = timeline.emptiness
  erased.isInvented = timeline.isInvented || timeline.sampleWords != nil
  return erased
}

/// The result of a modifier of ``WidgetConfiguration``.
public struct ModifiedWidgetConfiguration: WidgetConfiguration {
  public let descriptor: WidgetDescriptor

  package init(descriptor: WidgetDescriptor) {
    self.descriptor = descriptor
  }
}

extension WidgetConfiguration {
  func changed(_ change: (inout WidgetDescriptor) -> Void) -> ModifiedWidgetConfiguration {
    var copy = descriptor
    change(&copy)
    return ModifiedWidgetConfiguration(descriptor: copy)
  }

  /// Limits the widget to the families that it has a layout for (docs/rules.md, rule 20). A scene that uses another one
  /// fails to compile.
  public func supportedFamilies(_ families: [WidgetFamily]) -> ModifiedWidgetConfiguration {
    changed { $0.supportedFamilies = families }
  }

  /// Sets the name in the gallery. `afterglow check` reports a name that is a logo or contains the program's name
  /// (docs/rules.md, rule 94).
  @_disfavoredOverload
  public func configurationDisplayName(_ name: String) -> ModifiedWidgetConfiguration {
    changed { $0.displayName = name }
  }

  /// Sets the sentence under the name in the gallery: it begins with a verb, is in sentence case, and does not mention
  /// the widget (docs/rules.md, rules 87 and 88).
  @_disfavoredOverload
  public func description(_ text: String) -> ModifiedWidgetConfiguration {
    changed { $0.description = text }
  }

  /// Marks locations that do not suit these families. A scene may still use them there: the gallery lists them under
  /// "Other", and `afterglow check` reports it (docs/rules.md, rule 51). Calls accumulate.
  public func disfavoredLocations(
    _ locations: [WidgetLocation], for families: [WidgetFamily]
  ) -> ModifiedWidgetConfiguration {
    changed { $0.placing.disfavored.append(DisfavoredPlace(locations: locations, families: families)) }
  }

  /// Gives the content the whole area of the widget. It must then apply margins itself, usually
  /// ``EnvironmentValues/widgetContentMargins``.
  public func contentMarginsDisabled() -> ModifiedWidgetConfiguration {
    changed { $0.contentMarginsDisabled = true }
  }
}
