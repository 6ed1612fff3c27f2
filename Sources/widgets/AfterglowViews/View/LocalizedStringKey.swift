import Foundation

/// Text with interpolated values: the string literal of a ``Text``, ``Label`` or other view with a title. It is the key of a table of
/// the widget's package, and the words where no table has it: `"\(count) tasks"` is the key `%lld tasks`. Words may be marked:
/// `**bold**`, `*italic*`, `~~struck~~`, code between backticks, `[words](address)`, `^[\(count) task](inflect: true)`. Values in it
/// are not read as marks.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  /// The words of the literal itself, where there is no table.
  private let written: Text.Storage
  /// The words, with a conversion for each value.
  private let key: String
  private let arguments: [Argument]

  /// An interpolated value.
  struct Argument {
    var text: Text
    /// The value; nil for one that is not numeric.
    var number: Double?

    init(text: Text, number: Double?) { (self.text, self.number) = (text, number) }

    init(_ argument: Phrase.Argument) {
      number = argument.number
      switch argument {
      case .integer(let value): text = Text(value, format: IntegerFormatStyle<Int>())
      case .number(let value):
        text = Text(storage: .formatted { FormatConversion(letter: "f").text(value, in: $0.locale) })
      case .words(let words): text = Text(verbatim: words)
      }
    }
  }

  public init(_ value: String) {
    key = value
    arguments = []
    written = value.contains(where: InlineMarkdown.marks.contains) ? Self.read([.words(value)]) : .plain(value)
  }

  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) {
    let parts = stringInterpolation.parts
    key = stringInterpolation.key
    arguments = parts.compactMap(\.argument)
    written = Self.storage(of: parts)
  }

  public static func == (left: LocalizedStringKey, right: LocalizedStringKey) -> Bool { left.key == right.key }

  /// The words of a table, found when the locale is known.
  ///
  /// - Parameters:
  ///   - table: name of the table; nil is Localizable.
  ///   - bundle: nil has the tables of all targets of the package.
  func storage(inTable table: String?, of bundle: Bundle?) -> Text.Storage {
    guard let tables = StringTables.of(bundle) else {
      if WidgetProcess.isThis { noteMissingTable(table) }
      return written
    }
    let query = TableQuery(key: key, fallback: key, table: table, numbers: arguments.map(\.number))
    let arguments = arguments
    return .localized { environment in
      Text(storage: Self.storage(of: query.pieces(from: tables, in: environment.locale), arguments))
    }
  }

  private func noteMissingTable(_ table: String?) {
    let query = TableQuery(key: key, fallback: key, table: table)
    if let remark = query.remark(nil, nil, BoardLocale.current) { ResourceProblems.note(remark) }
  }

  /// A text of words and arguments.
  static func storage(of pieces: [PhrasePiece], _ arguments: [Argument]) -> Text.Storage {
    storage(
      of: pieces.map { piece -> Part in
        switch piece {
        case .words(let words): .words(words)
        case .argument(let index, let conversion):
          arguments.indices.contains(index) ? .value(arguments[index].converted(conversion)) : .words("\(conversion)")
        }
      })
  }

  private static func storage(of parts: [Part]) -> Text.Storage {
    if parts.contains(where: \.isMarked) { return read(parts) }
    let texts = parts.map(\.text)
    return texts.isEmpty ? .plain("") : texts.count == 1 && texts[0].look.isEmpty ? texts[0].storage : .joined(texts)
  }

  private static func read(_ parts: [Part]) -> Text.Storage {
    Text.storage(
      ofMarkdown: parts.flatMap { part -> [InlineMarkdown.Piece] in
        switch part {
        case .words(let words): words.map { .letter($0) }
        case .value(let argument): [.value(argument.text, number: argument.number)]
        }
      })
  }

  fileprivate enum Part {
    case words(String)
    case value(Argument)

    /// Whether it has letters that may mean something.
    var isMarked: Bool {
      if case .words(let words) = self { words.contains(where: InlineMarkdown.marks.contains) } else { false }
    }

    var argument: Argument? {
      if case .value(let argument) = self { argument } else { nil }
    }

    var text: Text {
      switch self {
      case .words(let words): Text(verbatim: words)
      case .value(let argument): argument.text
      }
    }
  }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []
    fileprivate var key = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if literal.isEmpty && !parts.isEmpty { return }
      key += literal.contains("%") ? literal.replacing("%", with: "%%") : literal
      if case .words(let before) = parts.last {
        parts[parts.count - 1] = .words(before + literal)
      } else {
        parts.append(.words(literal))
      }
    }

    private mutating func append(_ text: Text, number: Double? = nil, as conversion: String = "%@") {
      parts.append(.value(Argument(text: text, number: number)))
      key += conversion
    }

    /// The description of any other value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      append(Text(verbatim: String(describing: value)))
    }
    /// A whole number in the locale's digits and grouping.
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
      append(
        Text(value, format: IntegerFormatStyle<Value>()), number: Double(value),
        as: NumberConversion.name(of: Value.self))
    }
    /// A number with six decimals, as in SwiftUI; use `specifier:` or `format:` for others.
    public mutating func appendInterpolation(_ value: Double) { appendInterpolation(value, specifier: "%lf") }
    /// A number with six decimals.
    public mutating func appendInterpolation(_ value: Float) { appendInterpolation(Double(value), specifier: "%f") }
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
      append(
        Text(storage: .formatted { String(format: specifier, locale: $0.locale, value) }),
        number: Phrase.Argument(value).number, as: specifier)
    }
  }
}

extension LocalizedStringKey.Argument {
  /// The argument in the form of a table's conversion, where that states one.
  fileprivate func converted(_ conversion: FormatConversion) -> LocalizedStringKey.Argument {
    guard let number, !conversion.isPlain else { return self }
    let text = Text(storage: .formatted { conversion.text(number, in: $0.locale) })
    return LocalizedStringKey.Argument(text: text, number: number)
  }
}
