import Foundation

// Activities are declared, and cannot be started yet: a request throws `unsupported`, as on a device without them.

/// The subject of an activity, and the type of its changing state.
///
///     struct DeliveryAttributes: ActivityAttributes {
///       struct ContentState: Codable, Hashable { var driver: String }
///       var orderNumber: Int
///     }
public protocol ActivityAttributes: Codable, Sendable {
  associatedtype ContentState: Codable, Hashable, Sendable
}

/// The content of an activity, and the date at which it becomes stale.
public struct ActivityContent<State: Codable & Hashable & Sendable>: Hashable, Codable, Sendable {
  public var state: State
  /// When it is out of date; `nil` is never.
  public var staleDate: Date?
  /// The activity with the highest score is shown first.
  public var relevanceScore: Double

  public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
    self.state = state
    self.staleDate = staleDate
    self.relevanceScore = relevanceScore
  }
}

/// A stage in the life of an activity.
public enum ActivityState: String, Codable, Hashable, Sendable { case pending, active, stale, ended, dismissed }

/// How long an ended activity stays.
public struct ActivityUIDismissalPolicy: Hashable, Sendable {
  let date: Date?

  /// Up to four hours.
  public static let `default` = ActivityUIDismissalPolicy(date: nil)
  public static let immediate = ActivityUIDismissalPolicy(date: .distantPast)
  public static func after(_ date: Date) -> ActivityUIDismissalPolicy { ActivityUIDismissalPolicy(date: date) }
}

/// How updates reach an activity from elsewhere. Accepted without effect.
public struct PushType: Hashable, Sendable {
  private let name: String

  public static let token = PushType(name: "token")
  public static func channel(_ identifier: String) -> PushType { PushType(name: identifier) }
}

/// How an activity ends with its app. Accepted without effect.
public enum ActivityStyle: Hashable, Sendable { case standard, transient }

/// Words and sound for an update that calls for attention.
public struct AlertConfiguration: Sendable {
  /// Accepted without effect: panels have no sound.
  public struct AlertSound: Hashable, Sendable {
    private let name: String

    public static let `default` = AlertSound(name: "")
    public static func named(_ name: String) -> AlertSound { AlertSound(name: name) }
  }

  public let title: LocalizedStringResource
  public let body: LocalizedStringResource
  public let sound: AlertSound

  public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound) {
    self.title = title
    self.body = body
    self.sound = sound
  }
}

/// Why an activity was not started.
public enum ActivityAuthorizationError: String, Error, Hashable, Sendable, CustomStringConvertible {
  case unsupported, denied, attributesTooLarge, globalMaximumExceeded, targetMaximumExceeded, visibility,
    persistenceFailure, missingProcessIdentifier, malformedActivityIdentifier, reconnectNotPermitted

  public var description: String {
    self == .unsupported ? "activities cannot be shown on a panel yet" : "the activity was not started: \(rawValue)"
  }
}

/// Whether activities can be started: not yet.
public struct ActivityAuthorizationInfo: Sendable {
  public init() {}
  /// `false`.
  public var areActivitiesEnabled: Bool { false }
  /// `false`.
  public var frequentPushesEnabled: Bool { false }
  /// Ends at once: nothing changes.
  public var activityEnablementUpdates: AsyncStream<Bool> { AsyncStream { $0.finish() } }
}

/// An activity that is shown. None can be started yet.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, Sendable {
  public typealias ContentState = Attributes.ContentState

  public let id: String
  public let attributes: Attributes
  public let content: ActivityContent<ContentState>

  private init(id: String, attributes: Attributes, content: ActivityContent<ContentState>) {
    self.id = id
    self.attributes = attributes
    self.content = content
  }

  public var activityState: ActivityState { .ended }
  public var contentState: ContentState { content.state }
  public var pushToken: Data? { nil }
  /// Ends at once.
  public var contentUpdates: AsyncStream<ActivityContent<ContentState>> { AsyncStream { $0.finish() } }
  /// Ends at once.
  public var activityStateUpdates: AsyncStream<ActivityState> { AsyncStream { $0.finish() } }
  /// Ends at once.
  public var pushTokenUpdates: AsyncStream<Data> { AsyncStream { $0.finish() } }

  /// Those that are shown: none.
  public static var activities: [Activity<Attributes>] { [] }
  /// Ends at once.
  public static var activityUpdates: AsyncStream<Activity<Attributes>> { AsyncStream { $0.finish() } }

  /// - Throws: ``ActivityAuthorizationError/unsupported``.
  public static func request(
    attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
    style: ActivityStyle = .standard
  ) throws -> Activity<Attributes> { throw ActivityAuthorizationError.unsupported }

  /// - Throws: ``ActivityAuthorizationError/unsupported``.
  public static func request(
    attributes: Attributes, contentState: ContentState, pushType: PushType? = nil
  ) throws -> Activity<Attributes> { throw ActivityAuthorizationError.unsupported }

  public func update(_ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil) async {}

  public func update(
    using state: ContentState, alertConfiguration: AlertConfiguration? = nil
  ) async {}

  public func end(
    _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {}

  public func end(
    using state: ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {}
}
