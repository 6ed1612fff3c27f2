import Foundation

// Values in the words of a formatter, as views had them before format styles. Of dates and numbers Foundation makes reference types
// on Apple's systems only, so that they have functions of their own here.

extension Text {
  /// A value in the words of a formatter, such as a measurement.
  ///
  ///     Text(Measurement(value: 21, unit: UnitTemperature.celsius), formatter: MeasurementFormatter())
  ///
  /// - Parameters:
  ///   - subject: the value.
  ///   - formatter: with its own locale, which is the process's unless it is set.
  public init<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter) {
    self.init(formatting: subject, formatter)
  }

  /// An object in the words of a formatter, such as an `NSNumber`.
  public init<Subject: NSObject>(_ subject: Subject, formatter: Formatter) {
    self.init(formatting: subject, formatter)
  }

  /// A date in the words of a formatter: in the board's locale, unless the formatter has one of its own.
  public init(_ date: Date, formatter: Formatter) { self.init(formatting: date, formatter) }

  /// A number in the words of a formatter.
  public init(_ number: Decimal, formatter: Formatter) {
    self.init(formatting: NSDecimalNumber(decimal: number), formatter)
  }

  /// The value's own description where the formatter has no words for it.
  fileprivate init(formatting subject: Any, _ formatter: Formatter) {
    self.init(verbatim: formatter.inLocale(BoardLocale.current).string(for: subject) ?? String(describing: subject))
  }
}

extension Formatter {
  /// A copy in another locale of a formatter of dates whose own locale is not set; other formatters as they are. On Linux the one
  /// that is not set is of no country, and writes dates as in Britain.
  func inLocale(_ locale: Locale) -> Formatter {
    guard let dates = self as? DateFormatter, dates.locale.identifier == Locale.current.identifier,
      let copy = dates.copy() as? DateFormatter
    else { return self }
    copy.locale = locale
    return copy
  }
}

extension LocalizedStringKey.StringInterpolation {
  /// A date in the words of a formatter: `"On \(date, formatter: dates)"`.
  public mutating func appendInterpolation(_ date: Date, formatter: Formatter) {
    appendInterpolation(Text(date, formatter: formatter))
  }

  /// A number in the words of a formatter.
  public mutating func appendInterpolation(_ number: Decimal, formatter: Formatter) {
    appendInterpolation(Text(number, formatter: formatter))
  }

  /// An object in the words of a formatter, such as an `NSNumber`.
  public mutating func appendInterpolation<Subject: NSObject>(_ subject: Subject, formatter: Formatter) {
    appendInterpolation(Text(subject, formatter: formatter))
  }
}
