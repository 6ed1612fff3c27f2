import AfterglowDocuments
import AfterglowSources
import Foundation

/// The remedy for a text of a scene that names no file, because it is an address without its scheme, a country, written
/// for a shell, or misspelt; and for a file that a scene does not name.
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
    else { return folderHint(text, in: folder) ?? similarHint(text, in: folder) ?? "" }
    let address = "https://\(text.prefix(200))"
    return "; did you mean \"\(key == "file" ? "source: " : "")\(address)\"?"
  }

  /// The remedy for the standard file of a widget whose configuration names none; an empty text for other files.
  static func ofStandardFile(_ path: String, kind: String) -> String {
    let names = ["calendar.ics", "news.xml", "reminders.yaml", "timeline.json", "forecast.json", "widget.yaml"]
    let name = URL(fileURLWithPath: path).lastPathComponent
    guard names.contains(name) else { return "" }
    let key = name == "widget.yaml" ? "a \"view\"" : "a \"file\" or a \"source\""
    return "; \"\(kind)\" reads this file unless its \"configuration\" names \(key)"
      + (name == "forecast.json" ? ", or the scene has a \"place\"" : "")
  }

  /// The remedy for a file in a folder that is not there; nil if the folder is.
  private static func folderHint(_ text: String, in folder: URL) -> String? {
    guard let slash = text.lastIndex(of: "/"), slash > text.startIndex else { return nil }
    let parent = String(text[..<slash])
    guard !FileManager.default.fileExists(atPath: FilePath.of(parent, in: folder)) else { return nil }
    return "; there is no folder \"\(parent.prefix(60))\": create it, or correct its name"
  }

  /// The remedy for a name that resembles that of another file of the same kind in its folder; nil if none does.
  private static func similarHint(_ text: String, in folder: URL) -> String? {
    let url = URL(fileURLWithPath: FilePath.of(text, in: folder))
    let ending = url.pathExtension.lowercased()
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? [])
      .sorted().map { URL(fileURLWithPath: $0) }
      .filter { $0.pathExtension.lowercased() == ending && !ownFiles.contains($0.lastPathComponent) }
    let names = files.map { $0.deletingPathExtension().lastPathComponent }
    guard let near = NearestName.find(url.deletingPathExtension().lastPathComponent, among: names),
      let index = names.firstIndex(of: near)
    else { return nil }
    return "; did you mean \"\(text.dropLast(url.lastPathComponent.count))\(files[index].lastPathComponent)\"?"
  }

  /// Files of a board that are no content.
  private static let ownFiles: Set<String> = ["board.yaml", "scene.yaml"]
}
