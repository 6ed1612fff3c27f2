import Foundation

/// Texts, dates and numbers, in the font, style and locale of the environment.
///
///     Text("Harbour").font(.headline)
///     Text("\(entry.metres, specifier: "%.1f") m")
///     Text("High at \(entry.high, style: .time)")
///     Text(entry.high, style: .relative)
///     Text(clock: .hourMinute)
///
/// Timers, distances and clocks tick on the panel without a reload; they stay in one line with the text around them. At
/// reduced luminance they change once a minute: timers are "4 min" then.
/// A clock of 28 pt or more is as wide as its figures; `multilineTextAlignment` says which of its edges stands still, or
/// that its middle does. With `monospacedDigit` its figures stand in cells, as those of timers do.
/// Text that does not fit is wrapped, then shrunk as far as `minimumScaleFactor` allows, then truncated with an
/// ellipsis. It is always truncated after 8,192 characters.
public struct Text: View, PrimitiveView {
  /// How a date is shown (docs/rules.md, Ticking text).
  public enum DateStyle: Hashable, Sendable {
    /// 21 November 2026, in the order and words of the locale. It does not tick.
    case date
    /// 9:41 PM or 21:41. It does not tick.
    case time
    /// The distance in up to two units, before or after the date: "11 min, 14 sec". It ticks.
    case relative
    /// The distance in its largest unit with a sign, minus before the date and plus after it: "−11 minutes". It ticks.
    case offset
    /// Counts down to the date and then up, as 4:05 or 1:04:05.
    case timer
  }

  /// All letters in upper or lower case, by the rules of the locale.
  public enum Case: Hashable, Sendable { case uppercase, lowercase }

  indirect enum Storage {
    case plain(String)
    case dated(Date, DateStyle)
    case clock(ClockFormat, zone: TimeZone?)
    /// Formatted when locale and zone are known.
    case formatted((EnvironmentValues) -> String)
    /// Words of a table, found when the locale is known.
    case localized((EnvironmentValues) -> Text)
    case timer(ClosedRange<Date>, countsDown: Bool, showsHours: Bool)
    case distance(Date, DistanceStyle)
    case reference(SystemFormatStyle.DateReference)
    case age(Date, ElapsedWords)
    /// A symbol or picture among words.
    case image(Image)
    case joined([Text])
  }

  let storage: Storage
  /// Attributes set on the text; the others come from the environment.
  var look = TextLook()

  init(storage: Storage) { self.storage = storage }

  /// The string as written.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) { storage = .plain(String(content)) }
  /// A symbol or picture, to be joined with words: `Text(Image(systemName: "umbrella")) + Text(" 40 %")`.
  public init(_ image: Image) { storage = .image(image) }
  /// The string as written, even if it is a literal.
  public init(verbatim content: String) { storage = .plain(content) }
  /// A date in the locale, calendar and time zone of the environment.
  public init(_ date: Date, style: DateStyle) { storage = .dated(date, style) }
  /// The current time. SwiftUI has no such text.
  ///
  /// - Parameter format: the parts of the clock that are shown.
  /// - Parameter zone: the time zone of the clock; `nil` is the environment's.
  public init(clock format: ClockFormat, in zone: TimeZone? = nil) { storage = .clock(format, zone: zone) }
  /// How long ago a date was, in its largest unit: "8 min". It ticks at most once a minute.
  package init(age date: Date, in words: ElapsedWords) { storage = .age(date, words) }

  package func elements(in context: ResolveContext) -> [any Element] { makeTextElements(self, in: context) }
}

extension View {
  /// Sets the font of text and symbols in the view; `nil` is ``Font/body``.
  public func font(_ font: Font?) -> some View { environment(\.font, font ?? .body) }

  /// Sets the weight of every font in the view, overriding the fonts' own. `nil` leaves fonts unchanged.
  public func fontWeight(_ weight: Font.Weight?) -> some View { environment(\.fontWeight, weight) }

  /// Sets the design of fonts in the view that have the default design. `nil` leaves fonts unchanged.
  public func fontDesign(_ design: Font.Design?) -> some View { environment(\.fontDesign, design) }

  /// Uses a font with letters of equal width, for fonts without a design.
  public func monospaced(_ isActive: Bool = true) -> some View { fontDesign(isActive ? .monospaced : nil) }

  /// Slants the letters of every font in the view, with the font's own italic if it has one.
  public func italic(_ isActive: Bool = true) -> some View { environment(\.isItalic, isActive) }

  /// Accepted without effect: Inter has one width.
  public func fontWidth(_ width: Font.Width?) -> some View { self }

  /// Moves letters up, or down if negative, in points; lines stay as far apart as they are.
  public func baselineOffset(_ baselineOffset: CGFloat) -> some View {
    environment(\.baselineOffsetPt, Text.bounded(baselineOffset))
  }

  /// Sets the weight of every font in the view to bold.
  public func bold(_ isActive: Bool = true) -> some View { fontWeight(isActive ? .bold : nil) }

  /// Gives all digits the same width, so that numbers are aligned. Ticking text always has such digits.
  public func monospacedDigit() -> some View { environment(\.usesMonospacedDigits, true) }

  /// Adds distance between characters, in addition to the font's optical tracking.
  ///
  /// - Parameter points: −100 to 100; NaN is 0.
  public func tracking(_ points: Double) -> some View {
    environment(\.trackingPt, Text.bounded(points))
  }

  /// An alias of ``tracking(_:)``: pairs of letters keep the font's own kerning.
  public func kerning(_ points: Double) -> some View { tracking(points) }

  /// Accepted without effect: text is shrunk by `minimumScaleFactor`, which also makes it narrower.
  public func allowsTightening(_ flag: Bool) -> some View { self }

  /// Limits the lines of each text; `nil` removes the limit.
  public func lineLimit(_ count: Int?) -> some View { lines(0, count) }

  /// Limits the lines of each text to the upper bound, and gives it room for those of the lower one.
  public func lineLimit(_ range: ClosedRange<Int>) -> some View { lines(range.lowerBound, range.upperBound) }
  /// Gives each text room for this many lines at least.
  public func lineLimit(_ range: PartialRangeFrom<Int>) -> some View { lines(range.lowerBound, nil) }
  /// Limits the lines of each text.
  public func lineLimit(_ range: PartialRangeThrough<Int>) -> some View { lines(0, range.upperBound) }

  /// Limits the lines of each text.
  ///
  /// - Parameters:
  ///   - limit: the largest number of lines.
  ///   - reservesSpace: whether it takes room for all of them even if it has fewer.
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lines(reservesSpace ? limit : 0, limit) }

  private func lines(_ least: Int, _ most: Int?) -> some View {
    EnvironmentModifier(content: self) {
      $0.lineLimit = most
      $0.reservedLineCount = min(max(0, least), 100)
    }
  }

  /// Shows text in upper or lower case; `nil` leaves it unchanged.
  public func textCase(_ textCase: Text.Case?) -> some View { environment(\.textCase, textCase) }

  /// Lets text shrink to this fraction of its size before it is truncated: 0.1 to 1, the default. A factor that keeps
  /// 11 pt in the widget also keeps them on a device that shows the widget smaller (docs/rules.md, rule 12).
  public func minimumScaleFactor(_ factor: Double) -> some View { environment(\.minimumScaleFactor, factor) }

  /// Aligns the lines of a text to each other.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    environment(\.multilineTextAlignment, alignment)
  }

  /// Sets the style of text, symbols and shapes in the view that do not set their own.
  public func foregroundStyle(_ style: some ShapeStyle) -> some View {
    foreground([AnyShapeStyle(style)])
  }

  /// Sets the foreground style to a colour.
  public func foregroundColor(_ color: Color) -> some View { foregroundStyle(color) }

  /// Adds the view to the accented group, which gets the accent colour if the host draws in two colours (docs/rules.md,
  /// rule 28).
  public func widgetAccentable(_ accentable: Bool = true) -> some View { environment(\.isAccentable, accentable) }
}
