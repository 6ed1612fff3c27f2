import Foundation

/// The widgets that this process has been asked for, and requests for new timelines.
///
/// An intent that is performed can ask for new timelines. At other times a widget's process lives only while a host asks it for
/// content, and a request has no effect: content is replaced by its ``TimelineReloadPolicy``, and when a file changes that the
/// configuration names.
public final class WidgetCenter: @unchecked Sendable {
  public static let shared = WidgetCenter()

  private let lock = NSLock()
  private var known: [WidgetInfo] = []
  /// The kinds of this program while an intent is performed, and those that it has asked for.
  private var performance: (kinds: [String], asked: Set<String>)?

  private init() {}

  /// Asks for new timelines of these widgets, which may be another program's, once the intent is performed.
  public func reloadTimelines(ofKind kind: String) {
    lock.withLock { _ = performance?.asked.insert(kind) }
  }

  /// Asks for new timelines of all widgets of this program, once the intent is performed.
  public func reloadAllTimelines() {
    lock.withLock {
      let kinds = performance?.kinds ?? []
      performance?.asked.formUnion(kinds)
    }
  }
  /// Accepted without effect: scenes configure widgets.
  public func invalidateConfigurationRecommendations() {}
  /// Accepted without effect: relevance is that of the entries.
  public func invalidateRelevance(ofKind kind: String) {}

  /// The widgets that a host has asked this process for, in the order of the first requests.
  public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
    completion(.success(lock.withLock { known }))
  }

  /// The widgets that a host has asked this process for, in the order of the first requests.
  public func currentConfigurations() async throws -> [WidgetInfo] { list }

  /// Runs what may ask for reloads.
  ///
  /// - Returns: its result, and the kinds that were asked for.
  func notingReloads<R>(of kinds: [String], _ work: () throws -> R) rethrows -> (R, [String]) {
    lock.withLock { performance = (kinds, []) }
    defer { lock.withLock { performance = nil } }
    let result = try work()
    return (result, lock.withLock { (performance?.asked ?? []).sorted() })
  }

  private var list: [WidgetInfo] { lock.withLock { known } }

  func note(_ info: WidgetInfo) {
    lock.withLock { if !known.contains(where: { $0.id == info.id }) { known.append(info) } }
  }
}

/// A widget of a scene.
public struct WidgetInfo: Identifiable, Sendable {
  public struct ID: Hashable, Sendable {
    let kind: String
    let family: WidgetFamily
    let values: [String: ConfigurationValue]
  }

  public let kind: String
  public let family: WidgetFamily
  let values: [String: ConfigurationValue]

  public var id: ID { ID(kind: kind, family: family, values: values) }

  /// The widget's configuration; `nil` if its values do not fit the type.
  public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of type: Intent.Type) -> Intent? {
    try? Intent(configuration: values)
  }
}
