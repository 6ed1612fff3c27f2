import Foundation

extension Text {
  /// Two times: "9:00 – 10:30", with their dates if these differ. It does not tick.
  public init(_ dates: ClosedRange<Date>) {
    self.init(storage: .formatted { DateText.interval(dates, in: $0) })
  }

  /// Start and end of an interval, as for a range of dates.
  public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

  /// Ticks from one end of the interval to the other and stops there. WidgetKit's `pauseTime` is not available.
  ///
  /// - Parameter timerInterval: outside of it the text does not tick.
  /// - Parameter countsDown: whether it ends at 0:00 instead of starting there.
  /// - Parameter showsHours: whether times from an hour on are 1:04:05 instead of 64:05.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, showsHours: Bool = true) {
    self.init(storage: .timer(timerInterval, countsDown: countsDown, showsHours: showsHours))
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

  /// Both as one text, each part with its own attributes. With a ticking part the whole text stays in one line.
  public static func + (left: Text, right: Text) -> Text { Text(storage: .joined([left, right])) }
}

/// Text with interpolated values: the string literal of a ``Text``, ``Label`` or other view with a title.
public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  let storage: Text.Storage

  public init(_ value: String) { storage = .plain(value) }
  public init(stringLiteral value: String) { storage = .plain(value) }

  public init(stringInterpolation: StringInterpolation) {
    let parts = stringInterpolation.parts
    if parts.count == 1, parts[0].look.isEmpty { storage = parts[0].storage } else { storage = .joined(parts) }
  }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Text] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { append(literal) }
    /// The description of any other value.
    public mutating func appendInterpolation<Value>(_ value: Value) { append(String(describing: value)) }
    /// A whole number in the locale's digits and grouping.
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
      appendInterpolation(value, format: IntegerFormatStyle<Value>())
    }
    /// A number with six decimals, as in SwiftUI; use `specifier:` or `format:` for others.
    public mutating func appendInterpolation(_ value: Double) { appendInterpolation(value, specifier: "%lf") }
    /// A number with six decimals.
    public mutating func appendInterpolation(_ value: Float) { appendInterpolation(Double(value)) }
    /// A text with its own attributes.
    public mutating func appendInterpolation(_ text: Text) { parts.append(text) }
    /// A date, ticking if its style does.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      parts.append(Text(date, style: style))
    }
    /// Two times with a dash.
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { parts.append(Text(dates)) }
    /// A timer between two dates.
    public mutating func appendInterpolation(
      timerInterval: ClosedRange<Date>, countsDown: Bool = true, showsHours: Bool = true
    ) {
      parts.append(Text(timerInterval: timerInterval, countsDown: countsDown, showsHours: showsHours))
    }
    /// A value in its format.
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatOutput == String { parts.append(Text(input, format: format)) }
    /// A value formatted by C's `printf`, with the locale's decimal separator: `\(share, specifier: "%.1f")`.
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

/// The attributes that a text, or a part of one, sets itself.
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

/// The same modifiers as on any view, but they return a text, so that parts can be joined.
extension Text {
  func looking(_ change: (inout TextLook) -> Void) -> Text {
    var copy = self
    change(&copy.look)
    return copy
  }

  /// Sets the font of this text, also as a part of another.
  public func font(_ font: Font?) -> Text { looking { $0.font = font } }
  /// Sets the weight of this text, also as a part of another.
  public func fontWeight(_ weight: Font.Weight?) -> Text { looking { $0.weight = weight } }
  public func bold(_ isActive: Bool = true) -> Text { isActive ? fontWeight(.bold) : self }
  /// Gives all digits the same width.
  public func monospacedDigit() -> Text { looking { $0.hasMonospacedDigits = true } }
  /// Sets the style of this text, also as a part of another.
  public func foregroundStyle(_ style: some ShapeStyle) -> Text { looking { $0.style = AnyShapeStyle(style) } }
  /// Sets the colour of this text; `nil` is that of the environment.
  public func foregroundColor(_ color: Color?) -> Text { looking { $0.style = color.map { AnyShapeStyle($0) } } }
  /// Adds distance between characters: −100 to 100 points; NaN is 0.
  public func tracking(_ points: Double) -> Text {
    looking { $0.tracking = points.isNaN ? 0 : min(max(points, -100), 100) }
  }
  /// The same as ``tracking(_:)``: pairs of letters keep the font's own kerning.
  public func kerning(_ points: Double) -> Text { tracking(points) }
}
