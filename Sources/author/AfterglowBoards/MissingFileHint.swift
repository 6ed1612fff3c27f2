import AfterglowSources
import Foundation

/// The remedy for a text of a scene that names no file, because it is an address without its scheme, a country, or
/// written for a shell.
enum MissingFileHint {
  /// The remedy, such as `; did you mean "https://example.org/family.ics"?`; an empty text where none is known.
  ///
  /// - Parameters:
  ///   - text: as in the scene.
  ///   - key: the configuration's key.
  ///   - folder: the board's folder.
  static func of(_ text: String, key: String, kind: String, in folder: URL) -> String {
    if text.contains(/^~|\$[A-Z{]/) {
      return "; \"~\" and variables are not replaced: write the whole path"
    }
    if kind == "calendar", key == "holidays", text.wholeMatch(of: /[A-Z][A-Z]/) != nil {
      return "; for the holidays of a country write \"country: \(text)\" in the scene's \"place\""
    }
    let host = String(text.prefix { $0 != "/" })
    guard ["file", "source", "history", "calendar", "holidays"].contains(key),
      text.wholeMatch(of: /([A-Za-z0-9\-]+\.)+[A-Za-z]{2,}\/\S*/) != nil,
      !FileManager.default.fileExists(atPath: FilePath.of(host, in: folder))
    else { return "" }
    let address = "https://\(text.prefix(200))"
    return "; did you mean \"\(key == "file" ? "source: " : "")\(address)\"?"
  }
}
