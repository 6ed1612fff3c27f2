import Foundation

/// The locale of a scene that does not set one.
public enum SystemLocale {
  /// From `LC_ALL`, `LC_TIME` or `LANG`; American English, WidgetKit's default, if they are not set.
  public static var current: Locale { locale(environment: ProcessInfo.processInfo.environment) }

  static func locale(environment: [String: String]) -> Locale {
    for name in ["LC_ALL", "LC_TIME", "LANG"] {
      guard let value = environment[name], !value.isEmpty else { continue }
      let tag = value.prefix { $0 != "." && $0 != "@" }
      return locale(forTag: String(tag)) ?? Locale(identifier: "en_US")
    }
    return Locale(identifier: "en_US")
  }

  /// Longest tag, in bytes: what RFC 5646, section 4.4.1, asks of every implementation. ICU has no data for longer names, and
  /// an end for them at 157.
  static let maximumByteCount = 35

  /// nil if the tag's language does not exist, or the tag is too long. `de`, `de-DE`, `zh-Hant-TW` and `de_DE` are valid tags.
  public static func locale(forTag tag: String) -> Locale? {
    guard tag.utf8.count <= maximumByteCount else { return nil }
    let parts = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let language = parts.first, (2...3).contains(language.count),
      Locale.LanguageCode(String(language)).isISOLanguage
    else { return nil }
    let isPlain = parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    return isPlain ? Locale(identifier: parts.joined(separator: "_")) : nil
  }
}
