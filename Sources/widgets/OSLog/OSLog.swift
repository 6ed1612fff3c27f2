// The name that code for iOS imports for its log. A widget's messages go to standard error, which the host's log takes.
import Foundation

/// A log of a program, by subsystem and category.
public struct Logger: Sendable {
  private let name: String

  public init() { name = ProcessInfo.processInfo.processName }
  public init(subsystem: String, category: String) { name = "\(subsystem) \(category)" }

  public func trace(_ message: OSLogMessage) {}
  public func debug(_ message: OSLogMessage) {}
  public func info(_ message: OSLogMessage) { write("info", message) }
  public func notice(_ message: OSLogMessage) { write("notice", message) }
  public func log(_ message: OSLogMessage) { write("notice", message) }
  public func log(level: OSLogType, _ message: OSLogMessage) { if level != .debug { write(level.name, message) } }
  public func warning(_ message: OSLogMessage) { write("warning", message) }
  public func error(_ message: OSLogMessage) { write("error", message) }
  public func critical(_ message: OSLogMessage) { write("fault", message) }
  public func fault(_ message: OSLogMessage) { write("fault", message) }

  private func write(_ level: String, _ message: OSLogMessage) {
    FileHandle.standardError.write(Data("\(name): \(level): \(message.text)\n".utf8))
  }
}

/// How important a message is. Those of `debug` are not written.
public struct OSLogType: Hashable, Sendable {
  let name: String

  public static let `default` = OSLogType(name: "notice")
  public static let info = OSLogType(name: "info")
  public static let debug = OSLogType(name: "debug")
  public static let error = OSLogType(name: "error")
  public static let fault = OSLogType(name: "fault")
}

/// Whether a value is written.
public struct OSLogPrivacy: Sendable {
  /// What stands in place of a hidden value. Accepted without effect.
  public enum Mask: Sendable { case hash, none }

  fileprivate let isHidden: Bool

  public static let auto = OSLogPrivacy(isHidden: false)
  public static let `public` = OSLogPrivacy(isHidden: false)
  public static let `private` = OSLogPrivacy(isHidden: true)
  public static let sensitive = OSLogPrivacy(isHidden: true)
  public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
  public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
  public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
}

/// A message with its values, of which private ones are hidden.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) { text += privacy.isHidden ? "<private>" : "\(value())" }
  }

  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
