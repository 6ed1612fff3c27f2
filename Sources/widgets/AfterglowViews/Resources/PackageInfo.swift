import Foundation

/// Property lists of resources: `Info.plist`.
enum PackageInfo {
  private static let maximumByteCount = 1 << 20

  /// The language that a folder's strings were written in. The package manager writes property lists with nothing else.
  static let sourceLanguageKey = "CFBundleDevelopmentRegion"

  /// The keys of the package of this process; nil if it has no property list.
  nonisolated(unsafe) static let values: [String: Any]? = ResourceFolders.program.lazy.compactMap { read(in: $0) }
    .first { $0.keys.contains { $0 != sourceLanguageKey } }

  /// The keys of the property list in a folder; nil if there is none that can be read.
  static func read(in folder: String) -> [String: Any]? {
    let path = "\(folder)/Info.plist"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data = ResourceFolders.data(path, limit: maximumByteCount)
    let list = data.flatMap { try? PropertyListSerialization.propertyList(from: $0, options: [], format: nil) }
    guard let values = list as? [String: Any] else {
      ResourceProblems.note("Info.plist of the widget's package is no property list of keys; it has no values")
      return nil
    }
    return values
  }
}
