import Foundation

/// Parts of a ticking clock text. The renderer changes them on its own at the right moment; no reload is spent.
public enum ClockFormat: Hashable, Sendable {
  /// 9:41 or 21:41 by locale, 24-hour clocks with two digits.
  case hourMinute
  /// 21:41, always.
  case hourMinute24
  case hour
  case minute
  case second
  case hourMinuteSecond
  /// AM or PM; empty in 24-hour locales.
  case dayPeriod
  /// Saturday
  case weekday
  /// SAT
  case weekdayAbbreviated
  /// 21
  case day
  /// November
  case month
  /// 21 November or November 21 by locale
  case dayMonth
  /// Saturday, 21 November by locale
  case weekdayDayMonth
}

/// Words and numbers.
public struct Text: View, PrimitiveView {
  public typealias Body = Never

  /// How a date is shown; `timer`, `relative` and `offset` tick by themselves (docs/rules.md, Ticking text).
  public enum DateStyle: Hashable, Sendable {
    case date
    case time
    case relative
    case offset
    case timer
  }

  public enum Case: Hashable, Sendable { case uppercase, lowercase }

  indirect enum Storage {
    case plain(String)
    case dated(Date, DateStyle)
    case clock(ClockFormat, zone: TimeZone?)
    /// Made when locale and zone are known.
    case formatted((EnvironmentValues) -> String)
    case timer(ClosedRange<Date>, countsDown: Bool, showsHours: Bool)
    case joined([Text])
  }

  let storage: Storage
  /// What the text says of its own look; the environment says the rest.
  var look = TextLook()

  init(storage: Storage) { self.storage = storage }

  /// Words with dates, texts and values in them: `Text("Due \(date, style: .relative)")`. There is no translation of
  /// widget texts yet.
  public init(_ key: LocalizedStringKey) { storage = key.storage }
  @_disfavoredOverload
  public init(_ content: some StringProtocol) { storage = .plain(String(content)) }
  public init(verbatim content: String) { storage = .plain(content) }
  public init(_ date: Date, style: DateStyle) { storage = .dated(date, style) }
  /// The current time in a zone, nil = the environment's, kept right by the renderer.
  public init(clock format: ClockFormat, in zone: TimeZone? = nil) { storage = .clock(format, zone: zone) }

  func elements(in context: ResolveContext) -> [Element] { makeTextElements(self, in: context) }
}

extension View {
  public func font(_ font: Font?) -> some View { environment(\.font, font ?? .body) }

  /// Of every font in the view, whatever weight it has itself.
  public func fontWeight(_ weight: Font.Weight?) -> some View { environment(\.fontWeight, weight) }

  /// Of fonts in the view that name none themselves.
  public func fontDesign(_ design: Font.Design?) -> some View { environment(\.fontDesign, design) }

  public func monospaced() -> some View { fontDesign(.monospaced) }

  public func bold() -> some View { fontWeight(.bold) }

  /// All digits in cells of one width. Ticking text always is.
  public func monospacedDigit() -> some View { environment(\.usesMonospacedDigits, true) }

  /// Extra distance between characters, in points, on top of the font's optical tracking.
  public func tracking(_ points: Double) -> some View {
    environment(\.trackingPt, points.isNaN ? 0 : min(max(points, -100), 100))
  }

  public func lineLimit(_ count: Int?) -> some View { environment(\.lineLimit, count) }

  /// At most the upper bound.
  public func lineLimit(_ range: ClosedRange<Int>) -> some View { environment(\.lineLimit, range.upperBound) }

  public func textCase(_ textCase: Text.Case?) -> some View { environment(\.textCase, textCase) }

  public func minimumScaleFactor(_ factor: Double) -> some View { environment(\.minimumScaleFactor, factor) }

  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    environment(\.multilineTextAlignment, alignment)
  }

  public func foregroundStyle(_ style: some ShapeStyle) -> some View {
    environment(\.foregroundStyle, AnyShapeStyle(style))
  }

  public func foregroundColor(_ color: Color) -> some View { foregroundStyle(color) }

  /// Puts the view into the accented group (rule 28).
  public func widgetAccentable(_ accentable: Bool = true) -> some View { environment(\.isAccentable, accentable) }
}
