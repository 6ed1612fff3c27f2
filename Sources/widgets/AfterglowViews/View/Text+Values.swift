import Foundation

extension Text {
  /// Two times: "9:00 – 10:30", with their dates if these differ. It does not tick.
  public init(_ dates: ClosedRange<Date>) {
    self.init(storage: .formatted { DateText.interval(dates, in: $0) })
  }

  /// Start and end of an interval, as for a range of dates.
  public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

  /// Ticks from one end of the interval to the other and stops there.
  ///
  /// - Parameter timerInterval: outside of it the text does not tick.
  /// - Parameter pauseTime: when it stands still, if within the interval.
  /// - Parameter countsDown: whether it ends at 0:00 instead of starting there.
  /// - Parameter showsHours: whether times from an hour on are 1:04:05 instead of 64:05.
  public init(
    timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
  ) {
    guard let pauseTime, timerInterval.contains(pauseTime) else {
      self.init(storage: .timer(timerInterval, countsDown: countsDown, showsHours: showsHours))
      return
    }
    // An interval that has no length shows its end: what was left, or had passed, when it stood still.
    let seconds =
      countsDown
      ? timerInterval.upperBound.timeIntervalSince(pauseTime)
      : pauseTime.timeIntervalSince(timerInterval.lowerBound)
    let pattern: Duration.TimeFormatStyle.Pattern =
      showsHours && seconds >= 3600 ? .hourMinuteSecond : .minuteSecond
    self.init(
      storage: .formatted {
        Duration.clamping(seconds: seconds).formatted(.time(pattern: pattern).locale($0.locale))
      })
  }

  /// A value in its format, in the environment's locale; a date also in its time zone and calendar.
  ///
  ///     Text(entry.metres, format: .number.precision(.fractionLength(1)))
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
    self.init(
      storage: .formatted { environment in
        if var dates = format as? Date.FormatStyle, let date = input as? Date {
          dates.timeZone = environment.timeZone
          dates.calendar = environment.calendar
          return dates.locale(environment.locale).format(date)
        }
        return format.locale(environment.locale).format(input)
      })
  }

  /// A share, 1 for the whole, as a percentage without decimals.
  init(share: Double) {
    self.init(DecimalRounding.rounded(share, places: 2), format: .percent.precision(.fractionLength(0)))
  }

  /// Both as one text, each part with its own attributes. With a ticking part the whole text stays in one line.
  public static func + (left: Text, right: Text) -> Text { Text(storage: .joined([left, right])) }
}
