import Foundation

// Notifications of an app. A panel shows none: authorization is denied, and a request has no effect. The module
// `UserNotifications` has these names.

/// The notifications of a program. There are none: authorization is denied.
public final class UNUserNotificationCenter: Sendable {
  private static let shared = UNUserNotificationCenter()

  private init() {}

  public static func current() -> UNUserNotificationCenter { shared }

  /// Calls back with false.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    completionHandler(false, nil)
  }

  /// Returns false.
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }

  /// Calls back with settings that deny everything.
  public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    completionHandler(UNNotificationSettings())
  }

  /// Returns settings that deny everything.
  public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }

  /// Accepted without effect: notifications are not shown. Calls back without an error.
  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    completionHandler?(nil)
  }

  /// Accepted without effect: notifications are not shown.
  public func add(_ request: UNNotificationRequest) async throws {}

  /// Calls back with none.
  public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    completionHandler([])
  }

  /// Returns none.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] { [] }

  /// Accepted without effect: there are none.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
  /// Accepted without effect: there are none.
  public func removeAllPendingNotificationRequests() {}
  /// Accepted without effect: there are none.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
  /// Accepted without effect: there are none.
  public func removeAllDeliveredNotifications() {}
  /// Accepted without effect: there is no icon.
  public func setBadgeCount(
    _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    completionHandler?(nil)
  }
}

/// The forms of notifications that a program asks for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  public static let alert = UNAuthorizationOptions(rawValue: 4)
  public static let carPlay = UNAuthorizationOptions(rawValue: 8)
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
  public static let provisional = UNAuthorizationOptions(rawValue: 64)
}

/// Whether a program may show notifications.
public enum UNAuthorizationStatus: Int, Hashable, Sendable {
  case notDetermined, denied, authorized, provisional, ephemeral
}

/// The alerts that a program may show: none.
public final class UNNotificationSettings: Sendable {
  fileprivate init() {}

  /// `.denied`.
  public var authorizationStatus: UNAuthorizationStatus { .denied }
}

/// Words and sound of a notification.
public class UNNotificationContent: @unchecked Sendable {
  public var title = ""
  public var subtitle = ""
  public var body = ""
  public var badge: NSNumber?
  public var sound: UNNotificationSound?
  public var userInfo: [AnyHashable: Any] = [:]
  public var categoryIdentifier = ""
  public var threadIdentifier = ""
  public var interruptionLevel = UNNotificationInterruptionLevel.active

  public init() {}
}

/// Words and sound of a notification while they are set.
public final class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {}

/// How much a notification interrupts.
public enum UNNotificationInterruptionLevel: UInt, Hashable, Sendable { case passive, active, timeSensitive, critical }

/// The sound of a notification. Accepted without effect: panels have none.
public final class UNNotificationSound: Sendable {
  public static let `default` = UNNotificationSound(named: UNNotificationSoundName(rawValue: ""))
  public static let defaultCritical = UNNotificationSound(named: UNNotificationSoundName(rawValue: ""))

  public init(named name: UNNotificationSoundName) {}
}

/// The name of a file with a sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A notification and when it comes.
public final class UNNotificationRequest: Sendable {
  public let identifier: String
  public let content: UNNotificationContent
  /// `nil` for at once.
  public let trigger: UNNotificationTrigger?

  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }
}

/// When a notification comes.
public class UNNotificationTrigger: @unchecked Sendable {
  /// Whether it comes again and again.
  public let repeats: Bool

  fileprivate init(repeats: Bool) { self.repeats = repeats }
}

/// A notification after a time, in seconds.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public let timeInterval: TimeInterval

  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }
}

/// A notification at a date.
public final class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public let dateComponents: DateComponents

  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }
}
