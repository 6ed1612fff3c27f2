/// A quantity as a source reports it at one moment.
public enum Reading<Value: Equatable & Sendable & BitwiseCopyable>: Equatable, Sendable, BitwiseCopyable {
  /// There is no such source, or it does not count now because another one does.
  case absent
  /// The source gives no value; never taken for "dark" or "near".
  case unknown
  case value(Value)

  /// A value, or `unknown` for nil.
  public init(known value: Value?) { self = value.map { .value($0) } ?? .unknown }

  /// The value; nil when absent or unknown.
  public var value: Value? {
    switch self {
    case .absent, .unknown: nil
    case .value(let value): value
    }
  }

  /// Converts the value; absent and unknown stay as they are.
  public func map<Other>(_ transform: (Value) -> Other) -> Reading<Other> {
    switch self {
    case .absent: .absent
    case .unknown: .unknown
    case .value(let value): .value(transform(value))
    }
  }

  /// This reading, or `other` where this one is absent.
  public func orElse(_ other: Reading) -> Reading { self == .absent ? other : self }
}

extension Reading where Value: Comparable {
  /// This reading, or `unknown` where its value is above `maximum`, the most that any reading can be.
  public func limited(to maximum: Value) -> Reading {
    if let value, value > maximum { return .unknown }
    return self
  }
}
