import Foundation
import Synchronization

/// Formats with plurals that `NSLocalizedString` has returned. A string cannot carry its other forms, so `String(format:)` looks
/// for them here (``PackageResources``).
enum PluralFormats {
  private static let known = Mutex<[String: StringTables.Found]>([:])
  private static let maximumCount = 1000

  /// The format of words; of those with plurals, which are kept, that of their other form.
  static func format(of found: StringTables.Found) -> String {
    let format: String
    switch found.words {
    case .plain(let text): return text
    case .plural(let forms): format = forms.other
    case .composed(let text, let variables):
      format = FormatTemplate(text).pieces.map { piece in
        switch piece {
        case .words(let words): words.replacing("%", with: "%%")
        case .argument(let position, let conversion): place(position, conversion.description)
        case .ownArgument: "%lld"
        case .variable(let name, _): (variables[name]?.words.other ?? name).replacing("%arg", with: "%lld")
        }
      }.joined()
    }
    known.withLock { known in
      if known.count >= maximumCount { known = [:] }
      known[format] = found
    }
    return format
  }

  private static func place(_ position: Int?, _ description: String) -> String {
    guard let position else { return description }
    return "%\(position)$" + description.dropFirst()
  }

  /// The words of a format with plurals; nil for any other format.
  static func text(_ format: String, _ arguments: [any CVarArg], in locale: Locale) -> String? {
    guard let found = known.withLock({ $0[format] }) else { return nil }
    let phrase = Phrase(key: format, arguments: arguments.map { Phrase.Argument($0) })
    let pieces = PhraseExpansion.pieces(of: found.words, phrase.arguments.map(\.number), in: found.language)
    return phrase.text(of: pieces, in: locale)
  }
}

extension Phrase.Argument {
  /// An argument of `String(format:)`.
  init(_ value: any CVarArg) {
    switch value {
    case let value as any BinaryInteger: self = .integer(Int(clamping: value))
    case let value as Double: self = .number(value)
    case let value as Float: self = .number(Double(value))
    case let value as CGFloat: self = .number(Double(value))
    case let value as String: self = .words(value)
    default: self = .words(String(describing: value))
    }
  }
}
