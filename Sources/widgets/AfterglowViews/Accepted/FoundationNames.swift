import Foundation

// Names of Apple's Foundation and Core Foundation that Linux's lacks.

extension UserDefaults {
  /// Stores a value under a key, as ``Foundation/UserDefaults/set(_:forKey:)`` does.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}

extension DateFormatter {
  /// Accepted without effect: words have the capitals of the middle of a sentence.
  public var formattingContext: Formatter.Context {
    get { .unknown }
    set {}
  }
}

extension NumberFormatter {
  /// Accepted without effect: words have the capitals of the middle of a sentence.
  public var formattingContext: Formatter.Context {
    get { .unknown }
    set {}
  }
}

/// A length of time or a moment, in seconds.
public typealias CFTimeInterval = Double
/// A moment, in seconds since the beginning of 2001.
public typealias CFAbsoluteTime = CFTimeInterval

/// The present moment, in seconds since the beginning of 2001.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
