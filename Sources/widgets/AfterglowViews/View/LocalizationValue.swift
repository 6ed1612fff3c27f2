import Foundation

extension String {
  /// Words with values, as the key of a table: `String(localized: "\(count) tasks")` looks for `%lld tasks`.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Codable, Sendable {
    let phrase: Phrase

    /// Words without values.
    public init(_ value: String) { phrase = Phrase(key: value) }
    public init(stringLiteral value: String) { self.init(value) }
    public init(stringInterpolation: StringInterpolation) { phrase = stringInterpolation.phrase }

    /// Collects the parts of an interpolated literal.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var phrase = Phrase(key: "")

      public init(literalCapacity: Int, interpolationCount: Int) {}

      public mutating func appendLiteral(_ literal: String) { phrase.key += literal.replacing("%", with: "%%") }

      private mutating func append(_ argument: Phrase.Argument, as conversion: String) {
        phrase.key += conversion
        phrase.arguments.append(argument)
      }

      /// A string.
      public mutating func appendInterpolation(_ string: String) { append(.words(string), as: "%@") }
      /// The description of any other value.
      public mutating func appendInterpolation<Value>(_ value: Value) {
        append(.words(String(describing: value)), as: "%@")
      }
      /// A whole number in the board's digits and grouping.
      public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
        append(.integer(Int(clamping: value)), as: NumberConversion.name(of: Value.self))
      }
      /// A number with six decimals, as in Foundation; use `specifier:` or `format:` for others.
      public mutating func appendInterpolation(_ value: Double) { append(.number(value), as: "%lf") }
      /// A number with six decimals.
      public mutating func appendInterpolation(_ value: Float) { append(.number(Double(value)), as: "%f") }
      /// A value in its format and the board's locale.
      public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
      where F.FormatOutput == String {
        append(.words(format.locale(BoardLocale.current).format(value)), as: "%@")
      }
      /// A number formatted by C's `printf`, with the board's decimal separator: `\(share, specifier: "%.1f")`.
      public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
        append(Phrase.Argument(value), as: specifier)
      }
      /// The words of a resource.
      public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
        append(.words(resource.words()), as: "%@")
      }
      /// A number that follows: `numericFormat: "\(placeholder: .int) cities"`.
      public mutating func appendInterpolation(placeholder: CountPlaceholder) {
        switch placeholder {
        case .int: phrase.key += "%lld"
        case .uint: phrase.key += "%llu"
        case .float: phrase.key += "%f"
        case .double: phrase.key += "%lf"
        case .object: phrase.key += "%@"
        }
      }
    }
  }

  /// Words that are shown to people, in the board's language.
  ///
  /// - Parameters:
  ///   - keyAndValue: the key of a table; the words where the table has none.
  ///   - table: name of the table; `nil` is Localizable.
  ///   - bundle: `nil` and `.main` have the tables of all targets of the package.
  ///   - locale: in place of `Locale.current` it is that of the board.
  ///   - comment: accepted without effect.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = keyAndValue.phrase.text(
      table: table, from: StringTables.of(bundle), in: BoardLocale.resolved(locale))
  }

  /// Words that are shown to people, in the board's language.
  ///
  /// - Parameters:
  ///   - key: the key of a table.
  ///   - defaultValue: the words where the table has none.
  ///   - table: name of the table; `nil` is Localizable.
  ///   - bundle: `nil` and `.main` have the tables of all targets of the package.
  ///   - locale: in place of `Locale.current` it is that of the board.
  ///   - comment: accepted without effect.
  public init(
    localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = defaultValue.phrase.text(
      key: key.description, table: table, from: StringTables.of(bundle), in: BoardLocale.resolved(locale))
  }

  /// The words of a resource.
  @_disfavoredOverload
  public init(localized resource: LocalizedStringResource) { self = resource.words() }
}

/// Conversions of numbers in the keys of tables.
enum NumberConversion {
  /// The conversion of a type of whole numbers in Foundation's keys: `%lld`, `%llu`, `%d` or `%u`.
  static func name<Value: BinaryInteger>(of type: Value.Type) -> String {
    "%" + (MemoryLayout<Value>.size >= 8 ? "ll" : "") + (Value.isSigned ? "d" : "u")
  }
}
