import CPango
import Foundation

/// Characters of one script that no font has.
package struct MissingLetters {
  /// The script's name in English; nil for signs, which many scripts share.
  package private(set) var script: String?
  /// The characters, each once.
  package private(set) var characters: [Character]
  /// Debian's package with a font that has them, if it is not installed.
  package private(set) var package: String?

  /// Characters by their script, in the order in which they come.
  package static func grouped(_ characters: [Character]) -> [MissingLetters] {
    var groups: [(tag: String?, letters: MissingLetters)] = []
    var seen: Set<Character> = []
    for character in characters where seen.insert(character).inserted {
      guard let scalar = character.unicodeScalars.first else { continue }
      let tag = tag(of: scalar)
      if let index = groups.firstIndex(where: { $0.tag == tag }) {
        groups[index].letters.characters.append(character)
      } else {
        groups.append((tag, MissingLetters(character, scalar, tag)))
      }
    }
    return groups.map(\.letters)
  }

  private init(_ character: Character, _ scalar: Unicode.Scalar, _ tag: String?) {
    script = tag.map { Locale(identifier: "en").localizedString(forScriptCode: $0) ?? $0 }
    characters = [character]
    package = Self.package(for: scalar, tag)
  }

  /// A script's code in ISO 15924; nil of signs.
  private static func tag(of scalar: Unicode.Scalar) -> String? {
    let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    let isSign = [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN].contains { $0.rawValue == script.rawValue }
    if isSign { return nil }
    return String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: script.rawValue >> (24 - 8 * $0)) }, as: UTF8.self)
  }

  private static func package(for scalar: Unicode.Scalar, _ tag: String?) -> String? {
    let font: (package: String, files: [String])?
    if let index = ScriptFont.index(of: scalar) {
      font = (ScriptFont.package, ScriptFont.all[index].files)
    } else if ["Hani", "Hira", "Kana", "Hang"].contains(tag) {
      font = FallbackFont.scripts.last.map { ($0.package, $0.files) }
    } else if scalar.properties.isEmojiPresentation {
      font = (FallbackFont.emoji.package, FallbackFont.emoji.files)
    } else {
      font = nil
    }
    guard let font, let file = font.files.first, !FileManager.default.isReadableFile(atPath: file) else { return nil }
    return font.package
  }
}
