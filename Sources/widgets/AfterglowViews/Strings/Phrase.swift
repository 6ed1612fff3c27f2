import Foundation

/// Words with arguments, of a literal of ``String/LocalizationValue``.
struct Phrase: Hashable, Codable, Sendable {
  /// With a conversion for each argument: `%lld items`.
  var key: String
  var arguments: [Argument] = []

  enum Argument: Hashable, Codable, Sendable {
    case integer(Int)
    case number(Double)
    case words(String)

    var number: Double? {
      switch self {
      case .integer(let value): Double(value)
      case .number(let value): value
      case .words: nil
      }
    }

    func text(_ conversion: FormatConversion, in locale: Locale) -> String {
      switch self {
      case .words(let words): words
      case .integer(let value) where conversion.isPlain && "@dDiuU".contains(conversion.letter):
        value.formatted(.number.locale(locale))
      case .integer(let value): conversion.text(Double(value), in: locale)
      case .number(let value): conversion.text(value, in: locale)
      }
    }
  }

  /// The query of a table for the phrase's own key, or for another one.
  func query(key: String? = nil, table: String?) -> TableQuery {
    TableQuery(key: key ?? self.key, fallback: self.key, table: table, numbers: arguments.map(\.number))
  }

  /// The words of pieces, with the arguments.
  func text(of pieces: [PhrasePiece], in locale: Locale) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .argument(let index, let conversion):
        arguments.indices.contains(index) ? arguments[index].text(conversion, in: locale) : conversion.description
      }
    }.joined()
  }

  /// The words of a table in the language of a locale, with the arguments.
  func text(
    key: String? = nil, table: String?, from tables: StringTables?, in locale: Locale, isNoted: Bool = true
  ) -> String {
    text(of: query(key: key, table: table).pieces(from: tables, in: locale, isNoted: isNoted), in: locale)
  }
}
