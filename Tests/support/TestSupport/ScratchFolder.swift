import Foundation

/// A folder for the files of one test, which is removed with this object.
public final class ScratchFolder {
  public let folder: URL

  /// - Parameter names: folders to create in it.
  public init(_ names: [String] = []) throws {
    // Short, because a control socket's path is limited to 107 bytes.
    folder = FileManager.default.temporaryDirectory.appending(path: "ag-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  public func path(_ name: String) -> String { folder.appending(path: name).path }

  public func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }
}
