import Foundation

/// The widgets that this process has been asked for, and requests for new timelines.
///
/// A widget's process lives while a host asks it for content, so there is nothing that a request for a reload could be
/// about: content is replaced by its ``TimelineReloadPolicy``, and when a file changes that the configuration names.
public final class WidgetCenter: @unchecked Sendable {
  public static let shared = WidgetCenter()

  private let lock = NSLock()
  private var known: [WidgetInfo] = []

  private init() {}

  /// Accepted without effect: the host reloads by the timeline's policy.
  public func reloadTimelines(ofKind kind: String) {}
  /// Accepted without effect: the host reloads by the timeline's policy.
  public func reloadAllTimelines() {}
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

  /// Its configuration; `nil` if its values do not fit the type.
  public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of type: Intent.Type) -> Intent? {
    try? Intent(configuration: values)
  }
}
