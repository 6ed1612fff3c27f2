import Foundation

/// A value that follows the time by itself: the source of a ``Text`` that ticks.
public struct TimeDataSource<Value>: Hashable, Sendable {}

extension TimeDataSource where Value == Date {
  /// The present.
  public static var currentDate: TimeDataSource<Date> { TimeDataSource() }
}

/// Formats of texts that tick.
public enum SystemFormatStyle {
  /// The distance between the present and a date, in words of the environment's language.
  public struct DateOffset: Hashable, Sendable {
    /// A unit of time.
    public enum Field: Hashable, Sendable, CaseIterable {
      case year, month, week, day, hour, minute, second
    }

    /// Whether the distance has a sign: minus before the date, plus after it.
    public enum Sign: Hashable, Sendable {
      case never, always
    }

    let anchor: Date
    let style: DistanceStyle

    /// The distance to a date, such as "2 hr, 5 min" or, with the field `minute` alone, "125 min".
    ///
    /// - Parameter anchor: the date.
    /// - Parameter allowedFields: the units that may be shown; none is the same as `minute`.
    /// - Parameter maxFieldCount: 1 or 2. The second unit is the one that follows the first.
    /// - Parameter sign: `always` by default, as in SwiftUI.
    public static func offset(
      to anchor: Date, allowedFields: Set<Field> = [.day, .hour, .minute, .second], maxFieldCount: Int = 2,
      sign: Sign = .always
    ) -> DateOffset {
      let units = Set(allowedFields.map(\.unit))
      return DateOffset(
        anchor: anchor,
        style: DistanceStyle(
          units: units.isEmpty ? [.minute] : units, maximumCount: maxFieldCount, width: .short,
          sign: sign == .always ? .always : .never))
    }
  }
}

extension SystemFormatStyle.DateOffset.Field {
  var unit: UnitPatterns.Unit {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .week
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }
}

extension Text {
  /// The distance between the present and a date. It ticks, as often as its smallest unit changes:
  ///
  ///     Text(.currentDate, format: .offset(to: entry.high, allowedFields: [.minute], sign: .never))
  ///
  /// shows "8 min". At reduced luminance seconds are left out of every ticking text.
  public init(_ source: TimeDataSource<Date>, format: SystemFormatStyle.DateOffset) {
    self.init(storage: .distance(format.anchor, format.style))
  }
}
