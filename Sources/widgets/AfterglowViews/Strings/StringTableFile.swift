import Foundation

/// A file of strings in a folder of resources.
struct StringTableFile: Hashable, Sendable {
  enum Format: String, Sendable {
    /// Plurals, which take precedence over the words of the same table.
    case plurals = "stringsdict"
    case words = "strings"
    case catalog = "xcstrings"
  }

  var path: String
  /// Name of the table: that of the file without its extension.
  var table: String
  var format: Format
  /// Name of the `.lproj` folder around it, without the extension; nil outside of such a folder.
  var language: String?

  /// Maximum size of a file, in bytes.
  static let maximumByteCount = 16 << 20
  private static let maximumCount = 500

  /// The files in a folder of resources and in the folders inside of it, sorted by path.
  static func all(in folder: String) -> [StringTableFile] {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return [] }
    var found: [StringTableFile] = []
    var count = 0
    while let path = files.nextObject() as? String, count < ResourceFolders.maximumFileCount, found.count < maximumCount
    {
      count += 1
      let name = path as NSString
      if name.pathExtension == "xcassets" { files.skipDescendants() }
      guard let format = Format(rawValue: name.pathExtension) else { continue }
      let parent = name.deletingLastPathComponent as NSString
      found.append(
        StringTableFile(
          path: "\(folder)/\(path)", table: (name.lastPathComponent as NSString).deletingPathExtension, format: format,
          language: parent.pathExtension == "lproj"
            ? (parent.lastPathComponent as NSString).deletingPathExtension : nil))
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Name of the file with that of its language's folder, for messages: `de.lproj/Localizable.strings`.
  var shortName: String {
    let file = (path as NSString).lastPathComponent
    return language.map { "\($0).lproj/\(file)" } ?? file
  }
}

/// A file of strings that cannot be read.
struct StringTableError: Error {
  /// The cause, in words.
  var cause: String
}
