import Foundation

/// The log of a subsystem and category, for `os_log` and ``Logger``.
public final class OSLog: Sendable {
  /// The log of the program.
  public static let `default` = OSLog(name: ProcessInfo.processInfo.processName)
  /// A log that writes nothing.
  public static let disabled = OSLog(name: nil)

  /// The name before each message; nil for a log that writes nothing.
  private let name: String?

  private init(name: String?) { self.name = name }

  public convenience init(subsystem: String, category: String) { self.init(name: "\(subsystem) \(category)") }

  /// Whether messages of a type are written.
  public func isEnabled(type: OSLogType) -> Bool { name != nil && type != .debug }

  /// Writes a line to standard error.
  func write(_ type: OSLogType, _ text: String) {
    guard let name, isEnabled(type: type) else { return }
    FileHandle.standardError.write(Data("\(name): \(type.name): \(text)\n".utf8))
  }

  /// The text of a message with values in C's format, of which those that are marked private are hidden.
  ///
  /// - Parameters:
  ///   - format: such as `"%{public}@ took %.1f s"`. A place without a value stays as it is written.
  ///   - arguments: the values.
  static func text(_ format: String, _ arguments: [any CVarArg]) -> String {
    var text = ""
    var rest = Substring(format)
    var values = arguments[...]
    let place = #/%(?:\{([^}]*)\})?([-+ #0]*[\d.]*(?:hh|ll|[hlqjzt])?[@a-zA-Z%])/#
    while let match = rest.firstMatch(of: place) {
      text += rest[..<match.range.lowerBound]
      rest = rest[match.range.upperBound...]
      if match.2 == "%" {
        text += "%"
      } else if let value = values.popFirst() {
        let isHidden = match.1?.contains("private") == true || match.1?.contains("sensitive") == true
        text += isHidden ? "<private>" : String(format: "%\(match.2)", arguments: [value])
      } else {
        text += match.0
      }
    }
    text += rest
    return text
  }
}

/// Writes a message with interpolated values to a log.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ message: OSLogMessage, log: OSLog = .default, type: OSLogType = .default) {
  log.write(type, message.text)
}

/// Writes a message with interpolated values to a log.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) { log.write(type, message.text) }

/// Writes a message with values in C's format to a log.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ arguments: any CVarArg...
) {
  log.write(type, OSLog.text("\(message)", arguments))
}

/// Writes a message with values in C's format to a log.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
public func os_log(
  _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: any CVarArg...
) {
  log.write(type, OSLog.text("\(message)", arguments))
}
