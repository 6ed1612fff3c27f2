import AfterglowBoards
import ArgumentParser
import Foundation

/// What a shell offers where a command takes a board.
enum BoardCompletion {
  /// Boards that can be given by name, the shipped ones too, and folders.
  static let named = CompletionKind.custom { _, _, prefix in
    BoardCompletion.words(prefix, BoardLookup.standard.names)
  }

  /// Boards that have run since the machine was started, and folders.
  static let running = CompletionKind.custom { _, _, prefix in
    BoardCompletion.words(prefix, BoardCompletion.runs)
  }

  private static var runs: [String] {
    let files: [(RunningBoard) -> String] = [{ $0.socket }, { $0.authorSocket }, { $0.runLog }]
    return files.flatMap { file in (try? RunningBoard.all(withFile: file)) ?? [] }.map(\.name)
  }

  private static func words(_ prefix: String, _ names: [String]) -> [String] {
    Set(names.filter { $0.hasPrefix(prefix) } + folders(prefix)).sorted()
  }

  /// A board's folder, or one that may lead to it, which ends with a slash.
  private static func folders(_ prefix: String) -> [String] {
    let slash = prefix.lastIndex(of: "/")
    let parent = slash.map { String(prefix[...$0]) } ?? ""
    let start = slash.map { prefix[prefix.index(after: $0)...] } ?? prefix[...]
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: parent.isEmpty ? "." : parent)) ?? []
    return entries.filter { $0.hasPrefix(start) && !$0.hasPrefix(".") }.compactMap { name in
      let path = parent + name
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
      return FileManager.default.fileExists(atPath: path + "/board.yaml") ? path : path + "/"
    }
  }
}
