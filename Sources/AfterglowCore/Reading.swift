/// What a source says of a quantity at a moment.
public enum Reading<Value: Equatable & Sendable & BitwiseCopyable>: Equatable, Sendable, BitwiseCopyable {
  /// There is no such source, or it does not count now: another one does.
  case absent
  /// The source gives no value; never to be taken for "dark" or "near".
  case unknown
  case value(Value)

  /// nil = unknown.
  public init(known value: Value?) { self = value.map { .value($0) } ?? .unknown }

  /// nil = absent or unknown.
  public var value: Value? {
    switch self {
    case .absent, .unknown: nil
    case .value(let value): value
    }
  }

  public func map<Other>(_ transform: (Value) -> Other) -> Reading<Other> {
    switch self {
    case .absent: .absent
    case .unknown: .unknown
    case .value(let value): .value(transform(value))
    }
  }

  /// Another source's where this one is absent.
  public func orElse(_ other: Reading) -> Reading { self == .absent ? other : self }
}

extension Reading where Value: Comparable {
  /// Unknown where it is more than any reading can be.
  public func limited(to maximum: Value) -> Reading {
    if let value, value > maximum { return .unknown }
    return self
  }
}
