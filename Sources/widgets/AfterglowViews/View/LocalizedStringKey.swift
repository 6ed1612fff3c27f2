import Foundation

/// Text with interpolated values: the string literal of a ``Text``, ``Label`` or other view with a title. Its words may be
/// marked: `**bold**`, `*italic*`, `~~struck~~`, code between backticks, `[words](address)`, `^[\(count) task](inflect: true)`. Values in
/// it are not read as marks. There is no table of translations.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  let storage: Text.Storage
  /// The words, with a sign for each value.
  private let key: String

  public init(_ value: String) {
    key = value
    storage = value.contains(where: InlineMarkdown.marks.contains) ? Self.read([.words(value)]) : .plain(value)
  }

  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) {
    let parts = stringInterpolation.parts
    key = parts.map { if case .words(let words) = $0 { words } else { "%@" } }.joined()
    if key.contains(where: InlineMarkdown.marks.contains) {
      storage = Self.read(parts)
    } else {
      let texts = parts.map(\.text)
      storage =
        texts.isEmpty ? .plain("") : texts.count == 1 && texts[0].look.isEmpty ? texts[0].storage : .joined(texts)
    }
  }

  public static func == (left: LocalizedStringKey, right: LocalizedStringKey) -> Bool { left.key == right.key }

  private static func read(_ parts: [Part]) -> Text.Storage {
    Text.storage(
      ofMarkdown: parts.flatMap { part -> [InlineMarkdown.Piece] in
        switch part {
        case .words(let words): words.map { .letter($0) }
        case .value(let text, let number): [.value(text, number: number)]
        }
      })
  }

  fileprivate enum Part {
    case words(String)
    case value(Text, number: Double?)

    var text: Text {
      switch self {
      case .words(let words): Text(verbatim: words)
      case .value(let text, _): text
      }
    }
  }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if literal.isEmpty && !parts.isEmpty { return }
      if case .words(let before) = parts.last {
        parts[parts.count - 1] = .words(before + literal)
      } else {
        parts.append(.words(literal))
      }
    }

    private mutating func append(_ text: Text, number: Double? = nil) { parts.append(.value(text, number: number)) }

    /// The description of any other value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      append(Text(verbatim: String(describing: value)))
    }
    /// A whole number in the locale's digits and grouping.
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
      append(Text(value, format: IntegerFormatStyle<Value>()), number: Double(value))
    }
    /// A number with six decimals, as in SwiftUI; use `specifier:` or `format:` for others.
    public mutating func appendInterpolation(_ value: Double) { appendInterpolation(value, specifier: "%lf") }
    /// A number with six decimals.
    public mutating func appendInterpolation(_ value: Float) { appendInterpolation(Double(value)) }
    /// A text with its own attributes.
    public mutating func appendInterpolation(_ text: Text) { append(text) }
    /// A symbol or picture among the words.
    public mutating func appendInterpolation(_ image: Image) { append(Text(image)) }
    /// Words with attributes of their own.
    public mutating func appendInterpolation(_ words: AttributedString) { append(Text(words)) }
    /// A resource's words.
    public mutating func appendInterpolation(_ resource: LocalizedStringResource) { append(Text(resource)) }
    /// A date, ticking if its style does.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { append(Text(date, style: style)) }
    /// Two times with a dash.
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { append(Text(dates)) }
    /// Start and end of an interval.
    public mutating func appendInterpolation(_ interval: DateInterval) { append(Text(interval)) }
    /// A timer between two dates.
    public mutating func appendInterpolation(
      timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
      append(
        Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours))
    }
    /// A value in its format.
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatOutput == String {
      append(Text(input, format: format), number: (input as? any BinaryInteger).map { Double($0) } ?? input as? Double)
    }
    /// A value in its format, with the attributes that it sets.
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatOutput == AttributedString { append(Text(input, format: format)) }
    /// A value in the words of a formatter.
    public mutating func appendInterpolation<Subject: ReferenceConvertible>(
      _ subject: Subject, formatter: Formatter? = nil
    ) {
      append(Text(verbatim: formatter?.string(for: subject) ?? String(describing: subject)))
    }
    /// A value formatted by C's `printf`, with the locale's decimal separator: `\(share, specifier: "%.1f")`.
    public mutating func appendInterpolation(_ value: some CVarArg & Sendable, specifier: String) {
      append(Text(storage: .formatted { String(format: specifier, locale: $0.locale, value) }))
    }
  }
}
