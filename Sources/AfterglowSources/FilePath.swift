import Foundation

/// What names of files in a board's documents mean.
public enum FilePath {
  /// A name that is not absolute is one in `folder`, whatever folder a program runs in.
  public static func of(_ name: String, in folder: URL?) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    return folder.appendingPathComponent(name).path
  }
}
