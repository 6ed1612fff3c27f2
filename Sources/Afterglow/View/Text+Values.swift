import Foundation

extension Text {
  /// 9:00 – 10:30: two times of one day, or of two.
  public init(_ dates: ClosedRange<Date>) {
    self.init(storage: .formatted { DateText.interval(dates, in: $0) })
  }

  public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

  /// Ticks from one end of the interval to the other and stops there.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, showsHours: Bool = true) {
    self.init(storage: .timer(timerInterval, countsDown: countsDown, showsHours: showsHours))
  }

  /// A value as its format writes it, in the environment's locale and zone.
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

  /// Both as one text, each in its own look. With what ticks they are one line.
  public static func + (left: Text, right: Text) -> Text { Text(storage: .joined([left, right])) }
}

/// Words with values in them.
public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  let storage: Text.Storage

  public init(_ value: String) { storage = .plain(value) }
  public init(stringLiteral value: String) { storage = .plain(value) }

  public init(stringInterpolation: StringInterpolation) {
    let parts = stringInterpolation.parts
    if parts.count == 1, parts[0].look.isEmpty { storage = parts[0].storage } else { storage = .joined(parts) }
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Text] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { append(literal) }
    public mutating func appendInterpolation<Value>(_ value: Value) { append(String(describing: value)) }
    /// In the locale's figures, grouped as it does.
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
      appendInterpolation(value, format: IntegerFormatStyle<Value>())
    }
    /// With six decimals, as SwiftUI writes it; `specifier` and `format` give others.
    public mutating func appendInterpolation(_ value: Double) { appendInterpolation(value, specifier: "%lf") }
    public mutating func appendInterpolation(_ value: Float) { appendInterpolation(Double(value)) }
    public mutating func appendInterpolation(_ text: Text) { parts.append(text) }
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      parts.append(Text(date, style: style))
    }
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { parts.append(Text(dates)) }
    public mutating func appendInterpolation(
      timerInterval: ClosedRange<Date>, countsDown: Bool = true, showsHours: Bool = true
    ) {
      parts.append(Text(timerInterval: timerInterval, countsDown: countsDown, showsHours: showsHours))
    }
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatOutput == String { parts.append(Text(input, format: format)) }
    /// As C's printf writes it, with the locale's mark before decimals: `\(share, specifier: "%.1f")`.
    public mutating func appendInterpolation(_ value: some CVarArg & Sendable, specifier: String) {
      parts.append(Text(storage: .formatted { String(format: specifier, locale: $0.locale, value) }))
    }

    private mutating func append(_ words: String) {
      if words.isEmpty && !parts.isEmpty { return }
      if let last = parts.last, last.look.isEmpty, case .plain(let before) = last.storage {
        parts[parts.count - 1] = Text(verbatim: before + words)
      } else {
        parts.append(Text(verbatim: words))
      }
    }
  }
}

/// What a text, or a part of one, says of its own look.
struct TextLook {
  var font: Font?
  var weight: Font.Weight?
  var style: AnyShapeStyle?
  var hasMonospacedDigits = false
  var tracking: Double?
  var underline: TextLine?
  var strikethrough: TextLine?

  var isEmpty: Bool {
    font == nil && weight == nil && style == nil && !hasMonospacedDigits && tracking == nil && underline == nil
      && strikethrough == nil
  }

  func apply(to environment: inout EnvironmentValues) {
    if let font { environment.font = font }
    if let weight { environment.fontWeight = weight }
    if let style { environment.foregroundStyle = style }
    if hasMonospacedDigits { environment.usesMonospacedDigits = true }
    if let tracking { environment.trackingPt = tracking }
    if let underline { environment.underline = underline }
    if let strikethrough { environment.strikethrough = strikethrough }
  }
}

/// The same as on any view, and a text again, so that parts can be joined.
extension Text {
  func looking(_ change: (inout TextLook) -> Void) -> Text {
    var copy = self
    change(&copy.look)
    return copy
  }

  public func font(_ font: Font?) -> Text { looking { $0.font = font } }
  public func fontWeight(_ weight: Font.Weight?) -> Text { looking { $0.weight = weight } }
  public func bold() -> Text { fontWeight(.bold) }
  public func monospacedDigit() -> Text { looking { $0.hasMonospacedDigits = true } }
  public func foregroundStyle(_ style: some ShapeStyle) -> Text { looking { $0.style = AnyShapeStyle(style) } }
  public func foregroundColor(_ color: Color?) -> Text { looking { $0.style = color.map { AnyShapeStyle($0) } } }
  public func tracking(_ points: Double) -> Text {
    looking { $0.tracking = points.isNaN ? 0 : min(max(points, -100), 100) }
  }
  public func kerning(_ points: Double) -> Text { tracking(points) }
}
