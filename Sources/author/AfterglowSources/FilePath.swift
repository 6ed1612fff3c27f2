import Foundation

/// Resolves the names of files in a board's documents.
public enum FilePath {
  /// The absolute path of `name`. A relative name is relative to `folder`, not to the working folder.
  public static func of(_ name: String, in folder: URL?) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    return folder.appendingPathComponent(name).path
  }
}
