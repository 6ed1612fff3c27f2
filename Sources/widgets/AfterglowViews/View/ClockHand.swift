import Foundation

/// The hand of a clock, rotated by the panel itself around the centre of its frame, without a reload.
///
///     ZStack {
///       ClockHand(unit: .hour, length: 0.5, width: 4)
///       ClockHand(unit: .minute, length: 0.8, width: 3)
///     }
///
/// It has the foreground style of its environment and fills the proposed size. WidgetKit has no such view.
public struct ClockHand: View, PrimitiveView {
  /// The period of one turn: twelve hours, an hour, or a minute.
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
  ///   - unit: which hand it is.
  ///   - length: from the centre to the tip, as a fraction of half of the shorter side, 0 to 1.
  ///   - width: thickness in points; ends are round.
  ///   - tail: length behind the centre, as the same fraction; 0 by default. With a negative one the hand starts ahead
  ///     of the centre.
  ///   - sweeps: whether it moves between the marks of its unit, as an hour hand does between hours, instead of
  ///     jumping.
  ///     `nil` is `true` for the hour hand only.
  ///   - zone: the time zone of the clock; `nil` is the environment's.
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

  package func elements(in context: ResolveContext) -> [any Element] {
    [HandElement(hand: self, zone: zone ?? context.environment.timeZone, identity: context)]
  }
}
