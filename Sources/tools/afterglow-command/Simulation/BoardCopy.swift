import AfterglowKit
import Foundation

/// A temporary copy of a board's folder, for simulations that change its files; removed at the end.
final class BoardCopy {
  let folder: String
  /// The temporary folder that it is in.
  var root: String { Files.parent(of: folder) }

  private static let maximumByteCount = 256 << 20

  /// - Parameter known: the temporary folder of a process before this one, which is used again: content is recognised by its
  ///   path. nil = there was none.
  init(of source: String, in known: String? = nil) throws {
    if let known {
      try? FileManager.default.removeItem(atPath: known)
      if mkdir(known, 0o700) == 0 {
        folder = known + "/" + Files.name(of: source)
        try fill(source)
        return
      }
    }
    var template = Array((FileManager.default.temporaryDirectory.path + "/afterglow-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw FileFailure(operation: .create, path: FileManager.default.temporaryDirectory.path, code: errno)
    }
    let root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The copy keeps the board's name.
    folder = root + "/" + Files.name(of: source)
    try fill(source)
  }

  private func fill(_ source: String) throws {
    do {
      try Files.makeFolder(folder)
      try copy(source)
    } catch {
      try? FileManager.default.removeItem(atPath: root)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func copy(_ source: String) throws {
    var left = Self.maximumByteCount
    guard let names = FileManager.default.enumerator(atPath: source) else { return }
    for case let name as String in names {
      var status = stat()
      guard stat(source + "/" + name, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { try Files.makeFolder(folder + "/" + name) }
      guard status.st_mode & S_IFMT == S_IFREG else { continue }
      let bytes = try Files.read(source + "/" + name, limit: left)
      left -= bytes.count
      try Files.replace(folder + "/" + name, with: bytes, isDurable: false)
    }
  }
}
