import Foundation

/// A clock's hand that the renderer turns by itself, around the middle of the room it is given.
public struct ClockHand: View, PrimitiveView {
  public enum Unit: Int32, Hashable, Codable, Sendable {
    case hour = 0
    case minute = 1
    case second = 2
  }

  let unit: Unit
  let length: Double
  let width: Double
  let tail: Double
  let sweeps: Bool
  let zone: TimeZone?

  /// - Parameters:
  ///   - length: from the middle to the tip as a share of half the room, 0 to 1.
  ///   - width: thickness in points; ends are round.
  ///   - tail: length behind the middle, same share; below zero the hand begins so far ahead of it.
  ///   - sweeps: moves within its unit (an hour hand between hours); else it jumps.
  ///   - zone: nil = the environment's.
  public init(
    unit: Unit, length: Double, width: Double, tail: Double = 0, sweeps: Bool? = nil, in zone: TimeZone? = nil
  ) {
    self.unit = unit
    self.length = length
    self.width = width
    self.tail = tail
    self.sweeps = sweeps ?? (unit == .hour)
    self.zone = zone
  }

  func elements(in context: ResolveContext) -> [any Element] {
    [HandElement(hand: self, zone: zone ?? context.environment.timeZone, identity: context)]
  }
}
