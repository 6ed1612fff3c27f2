import Foundation

// What an app offers to Siri and Shortcuts. It is compiled, and nothing asks for it.

/// The shortcuts of an app. They are compiled, and offered nowhere.
public protocol AppShortcutsProvider {
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
  static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
  public static var shortcutTileColor: ShortcutTileColor { .blue }
  public static func updateAppShortcutParameters() {}
}

/// An intent with the phrases that start it. Accepted without effect.
public struct AppShortcut: Sendable {
  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource = "",
    systemImageName: String = ""
  ) {}
}

/// Words that start a shortcut. Accepted without effect.
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
  public struct StringInterpolation: StringInterpolationProtocol {
    /// A placeholder for the name of the app.
    public enum Token: Sendable { case applicationName }

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ token: Token) {}
    public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {}
  }

  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
}

/// The colour of an app's shortcuts. Accepted without effect.
public enum ShortcutTileColor: Sendable {
  case red, orange, tangerine, yellow, lime, teal, blue, lightBlue, navy, purple, pink, grape, grayBlue, grayGreen,
    grayBrown
}

/// Collects the shortcuts of an app.
@resultBuilder
public enum AppShortcutsBuilder {
  public static func buildExpression(_ shortcut: AppShortcut) -> [AppShortcut] { [shortcut] }
  public static func buildBlock(_ shortcuts: [AppShortcut]...) -> [AppShortcut] { shortcuts.flatMap { $0 } }
}

/// The dependencies of intents, by their types.
public final class AppDependencyManager: @unchecked Sendable {
  public static let shared = AppDependencyManager()

  private let lock = NSLock()
  private var makers: [ObjectIdentifier: @Sendable () -> any Sendable] = [:]

  public func add<Dependency: Sendable>(
    key: AnyHashable? = nil, dependency make: @autoclosure @escaping @Sendable () -> Dependency
  ) {
    lock.withLock { makers[ObjectIdentifier(Dependency.self)] = make }
  }

  fileprivate func value<Dependency>(_ type: Dependency.Type) -> Dependency? {
    lock.withLock { makers[ObjectIdentifier(type)] }?() as? Dependency
  }
}

/// The dependency that ``AppDependencyManager`` has for a type.
@propertyWrapper
public struct AppDependency<Value>: Sendable {
  public init(key: String? = nil) {}

  /// Reading what was not added ends the program, as AppIntents does.
  public var wrappedValue: Value {
    guard let value = AppDependencyManager.shared.value(Value.self) else {
      preconditionFailure("AppDependencyManager has no \(Value.self)")
    }
    return value
  }
}

extension AppIntent {
  public typealias Dependency = AppDependency
}

extension EntityQuery {
  public typealias Dependency = AppDependency
}
