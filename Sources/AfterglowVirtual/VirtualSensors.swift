import AfterglowCore
import AfterglowDevice

/// A light sensor that always reads the same; nil = a board without one.
public struct ConstantSensor: ~Copyable, LightSensor {
  public let illuminance: Illuminance?

  public init(_ illuminance: Illuminance?) { self.illuminance = illuminance }

  public mutating func sample(at now: MonotonicInstant) -> Illuminance? { illuminance }

  public func nextChange(after now: MonotonicInstant) -> MonotonicInstant { .distantFuture }
}

/// A light sensor that plays a trace, whose second 0 is `start`.
public struct TraceSensor: ~Copyable, LightSensor {
  private let trace: LuxTrace
  private let start: MonotonicInstant

  public init(trace: LuxTrace, start: MonotonicInstant) {
    self.trace = trace
    self.start = start
  }

  public mutating func sample(at now: MonotonicInstant) -> Illuminance? {
    trace.illuminance(atMs: now.milliseconds - start.milliseconds)
  }

  public func nextChange(after now: MonotonicInstant) -> MonotonicInstant {
    let next = trace.indexOfNext(afterMs: now.milliseconds - start.milliseconds)
    if next == trace.samples.count { return .distantFuture }
    return MonotonicInstant(milliseconds: start.milliseconds + trace.samples[next].atMs)
  }
}
