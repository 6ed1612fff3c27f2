import AfterglowBoards
import AfterglowKit
import Foundation

/// Writes a folder as a whole: there is never half of one, and nothing that was there is replaced.
struct NewFolder {
  let path: String

  /// - Throws: `Failure` where there is something already.
  init(_ path: String) throws(Failure) {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.path = trimmed
    let entries = try? FileManager.default.contentsOfDirectory(atPath: trimmed)
    if let entries, entries.isEmpty { return }
    guard entries == nil else {
      throw Failure(
        .cannotCreate, "\(trimmed) already holds files, and nothing is overwritten; choose another folder")
    }
    guard !FileManager.default.fileExists(atPath: trimmed) else {
      throw Failure(
        .cannotCreate,
        "\(trimmed) is a file or cannot be read, and nothing is overwritten; choose another folder")
    }
  }

  /// The folder's own name.
  var name: String { String((URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent).prefix(64)) }

  /// - Returns: the board as it is read from what was written.
  /// - Throws: `Failure` if it cannot be written, or could not be shown.
  func write(board: String, scene: String) throws -> BoardFolder {
    try write(["board.yaml": board, "scene.yaml": scene]) { draft in
      let (folder, problems) = BoardFolder.load(draft)
      guard let folder, problems.isEmpty else {
        throw Failure(
          problems.map { problem in
            var named = problem
            named.file = problem.file.replacing(draft, with: path)
            return named
          })
      }
      return folder
    }
  }

  /// - Parameters:
  ///   - files: texts by their paths in the folder.
  ///   - check: is called with the folder before it has its name; what it throws leaves nothing behind.
  /// - Returns: what the check returns.
  /// - Throws: `Failure` if it cannot be written, or what the check throws.
  func write<R>(_ files: [String: String], check: (String) throws -> R) throws -> R {
    let parent = Files.parent(of: path)
    if !parent.isEmpty { try Files.makeFolder(parent) }
    let draft = (parent.isEmpty ? "" : parent == "/" ? "/" : parent + "/") + ".\(Files.name(of: path)).\(getpid()).new"
    defer { try? FileManager.default.removeItem(atPath: draft) }
    do { return try write(files, draft: draft, check: check) } catch var failure as FileFailure {
      // A person has named this folder and not the draft.
      if failure.path.hasPrefix(draft) { failure.path = path + failure.path.dropFirst(draft.count) }
      throw failure
    }
  }

  private func write<R>(_ files: [String: String], draft: String, check: (String) throws -> R) throws -> R {
    try Files.makeFolder(draft)
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let file = draft + "/" + name
      try Files.makeFolder(Files.parent(of: file))
      try Files.replace(file, with: Array(text.utf8), isDurable: true)
    }
    let result = try check(draft)
    // Over an empty folder too, and over nothing else.
    guard rename(draft, path) == 0 else { throw FileFailure(operation: .create, path: path, code: errno) }
    return result
  }
}
