// The name that code for iOS imports for its log. A widget's messages go to standard error, which the host's log takes.
@_exported import Foundation

/// A log of a program, by subsystem and category.
public struct Logger: Sendable {
  private let target: OSLog

  public init() { target = .default }
  public init(subsystem: String, category: String) { target = OSLog(subsystem: subsystem, category: category) }
  public init(_ logObj: OSLog) { target = logObj }

  public func trace(_ message: OSLogMessage) {}
  public func debug(_ message: OSLogMessage) {}
  public func info(_ message: OSLogMessage) { target.write(.info, message.text) }
  public func notice(_ message: OSLogMessage) { target.write(.default, message.text) }
  public func log(_ message: OSLogMessage) { target.write(.default, message.text) }
  public func log(level: OSLogType, _ message: OSLogMessage) { target.write(level, message.text) }
  public func warning(_ message: OSLogMessage) { target.write(.warning, message.text) }
  public func error(_ message: OSLogMessage) { target.write(.error, message.text) }
  public func critical(_ message: OSLogMessage) { target.write(.fault, message.text) }
  public func fault(_ message: OSLogMessage) { target.write(.fault, message.text) }
}

/// How important a message is. Those of `debug` are not written.
public struct OSLogType: Hashable, Sendable {
  let name: String

  public static let `default` = OSLogType(name: "notice")
  public static let info = OSLogType(name: "info")
  public static let debug = OSLogType(name: "debug")
  public static let error = OSLogType(name: "error")
  public static let fault = OSLogType(name: "fault")
  static let warning = OSLogType(name: "warning")
}

/// Whether a value is written.
public struct OSLogPrivacy: Sendable {
  /// The substitute for a hidden value. Accepted without effect.
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
