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

extension SystemFormatStyle {
  /// A date in the words that are usual at its distance from the present: near ones as a distance, others as a date.
  public struct DateReference: Hashable, Sendable {
    public typealias Field = DateOffset.Field

    let date: Date
    /// From the largest to the smallest, at least one.
    let units: [UnitPatterns.Unit]
    private let maxFieldCount: Int
    private let threshold: UnitPatterns.Unit

    /// A date as "in 5 minutes", "3 days ago" or "Monday, June 3".
    ///
    /// - Parameter date: the date.
    /// - Parameter allowedFields: the units of the distance, besides `thresholdField`.
    /// - Parameter maxFieldCount: how much of a distant date is shown: 2 is "June 2019", or "Monday, June 3" in the same year.
    /// - Parameter thresholdField: the largest unit of the distance. From one of the next larger unit on, the date is shown.
    public init(
      to date: Date, allowedFields: Set<Field> = [.year, .month, .day, .hour, .minute], maxFieldCount: Int = 2,
      thresholdField: Field = .day
    ) {
      self.date = date
      self.maxFieldCount = maxFieldCount
      threshold = thresholdField.unit
      let allowed = Set(allowedFields.map(\.unit)).union([thresholdField.unit])
      units = Array(UnitPatterns.Unit.allCases.drop { $0 != thresholdField.unit }).filter(allowed.contains)
    }

    /// A date as "in 5 minutes", "3 days ago" or "Monday, June 3", for `Text(.currentDate, format:)`.
    ///
    /// - Parameter date: the date.
    /// - Parameter allowedFields: the units of the distance, besides `thresholdField`.
    /// - Parameter maxFieldCount: how much of a distant date is shown.
    /// - Parameter thresholdField: the largest unit of the distance.
    public static func reference(
      to date: Date, allowedFields: Set<Field> = [.year, .month, .day, .hour, .minute], maxFieldCount: Int = 2,
      thresholdField: Field = .day
    ) -> DateReference {
      DateReference(
        to: date, allowedFields: allowedFields, maxFieldCount: maxFieldCount, thresholdField: thresholdField)
    }

    /// The date, if it is too far from the present for a distance.
    func absolute(in environment: EnvironmentValues) -> String? {
      let now = environment.moment
      let larger = UnitPatterns.Unit.allCases.last { $0.seconds > threshold.seconds && $0 != .week }
      guard let larger, abs(date.timeIntervalSince(now)) >= Double(larger.seconds) else { return nil }
      let calendar = environment.calendar
      let formatter = DateFormatter()
      formatter.locale = environment.locale
      formatter.timeZone = environment.timeZone
      formatter.calendar = calendar
      let template =
        if calendar.isDate(date, inSameDayAs: now) {
          "jmm"
        } else if calendar.isDate(date, equalTo: now, toGranularity: .year) {
          maxFieldCount > 1 ? "EEEEMMMMd" : "MMMM"
        } else {
          maxFieldCount > 2 ? "yMMMMd" : maxFieldCount > 1 ? "yMMMM" : "y"
        }
      formatter.setLocalizedDateFormatFromTemplate(template)
      return formatter.string(from: date)
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

extension Text {
  /// A date in the words that are usual at its distance from the present:
  ///
  ///     Text(.currentDate, format: .reference(to: entry.high, allowedFields: [.hour, .minute], maxFieldCount: 1))
  ///
  /// shows "in 8 minutes". The distance ticks. The choice between distance and date is made when the widget is drawn. One day
  /// ahead is "in 1 day", not "tomorrow": a distance does not change at midnight.
  public init(_ source: TimeDataSource<Date>, format: SystemFormatStyle.DateReference) {
    self.init(storage: .reference(format))
  }
}
