import Afterglow
import AfterglowCompiler
import Foundation

/// What of a scene can be tried out, as pairs of a value and its name.
struct TrialsDocument: Encodable {
  var contents = ShownContent.allCases.map { [$0.rawValue, $0.title] }
  var appearances = WidgetAppearance.allCases.map { [$0.rawValue, $0.rawValue.capitalized] }
  var typeSizes = DynamicTypeSize.allCases.map { [$0.rawValue, Self.words(of: $0.rawValue)] }
  var locales = TrialsDocument.tags.map { [$0, Self.language(of: $0)] }
  var hosts = WidgetHost.all.map { [$0.name, $0.name] }

  /// The languages of the built-in widgets, and others that are written in another direction or script.
  private static let tags = [
    "en-GB", "en-US", "de", "fr", "es", "pt", "it", "nl", "sv", "tr", "ja", "ar", "he", "zh-Hans",
  ]

  private static func language(of tag: String) -> String {
    Locale(identifier: tag).localizedString(forIdentifier: tag)?.capitalized(with: Locale(identifier: tag)) ?? tag
  }

  /// `xSmall` as `x small`, `accessibility1` as `accessibility 1`.
  private static func words(of name: String) -> String {
    name.reduce(into: "") { text, letter in
      let isBreak = letter.isUppercase || letter.isNumber
      text += (isBreak && !text.isEmpty && text.last?.isNumber != true ? " " : "") + letter.lowercased()
    }
  }
}
