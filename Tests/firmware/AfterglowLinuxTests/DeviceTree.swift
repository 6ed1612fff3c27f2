import Foundation

/// A folder like those of sysfs, removed at the end of the test.
final class DeviceTree {
  let root: URL
  private var lasting: [UnsafeMutablePointer<CChar>] = []

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "devices-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
    for text in lasting { text.deallocate() }
  }

  var path: UnsafePointer<CChar> { text(root.path) }

  /// A C string that lives as long as the tree.
  func text(_ words: String) -> UnsafePointer<CChar> {
    let bytes = Array(words.utf8CString)
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    memory.update(from: bytes, count: bytes.count)
    lasting.append(memory)
    return UnsafePointer(memory)
  }

  /// Writes files of a device, each with the line end that the kernel adds.
  func device(_ name: String, _ files: [String: String]) throws {
    let folder = root.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (file, value) in files {
      try Data((value + "\n").utf8).write(to: folder.appending(path: file), options: .atomic)
    }
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(at: root.appending(path: name)) }

  func content(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
