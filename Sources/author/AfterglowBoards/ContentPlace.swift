import AfterglowDocuments
import AfterglowSources
import Foundation

/// The positions in a scene of findings about the content of one of its widgets.
struct ContentPlace {
  let item: SceneSettings.Item
  /// The board's folder, to which the names of files are relative.
  let folder: URL
  let scenePath: String

  /// A text of the configuration that names a file or folder.
  private struct Reference {
    var key: String
    var text: String
    var position: DocumentPosition
  }

  /// Keys whose values name files; a title may have the name of a file as well.
  private static let fileKeys: Set<String> = [
    "calendar", "disk", "file", "folder", "history", "holidays", "source", "sources", "view",
  ]

  /// Moves a finding about a key of the configuration, or about a file as a whole such as a missing one, to the position
  /// in the scene that must be changed. Findings at a position in a file stay there.
  func placed(_ problem: Problem) -> Problem {
    guard problem.line == 0 else { return problem }
    if let position = item.position(of: problem.keys) { return at(position, problem.message) }
    let reference = reference(to: problem.file)
    let position = reference?.position ?? (isReceived(problem.file) ? positionOfSource : nil) ?? item.position
    // The message about a key says itself which file it is about.
    let isNamed = problem.message.contains(problem.file) || !problem.keys.isEmpty
    var hint = ""
    if problem.message.hasSuffix("does not exist") {
      hint =
        reference.map { MissingFileHint.of($0.text, key: $0.key, kind: item.kind, in: folder) }
        ?? MissingFileHint.ofStandardFile(problem.file, kind: item.kind)
    }
    return at(position, (isNamed ? problem.message : "\(problem.file): \(problem.message)") + hint)
  }

  private func at(_ position: DocumentPosition, _ message: String) -> Problem {
    Problem(file: scenePath, line: position.line, column: position.column, message: message)
  }

  private func isReceived(_ file: String) -> Bool { file.hasPrefix(SourceFolder.standard.root + "/") }

  /// The first of the keys that name a source of content.
  private var positionOfSource: DocumentPosition? {
    BoardFolder.sourceKeys.lazy.compactMap { item.position(of: [$0]) }.first
  }

  private func reference(to file: String) -> Reference? {
    guard let configuration = item.configurationNode else { return nil }
    var found: [Reference] = []
    collect(configuration, key: "", naming: file, into: &found)
    return found.first { Self.fileKeys.contains($0.key) } ?? found.first
  }

  /// Collects the texts that name the file, or a folder that it is in.
  private func collect(_ node: DocumentNode, key: String, naming file: String, into found: inout [Reference]) {
    switch node.value {
    case .mapping(let members):
      // A mapping in a list is known by the key of the list.
      for member in members {
        collect(member.value, key: key.isEmpty ? member.key : key, naming: file, into: &found)
      }
    case .sequence(let items):
      for item in items { collect(item, key: key, naming: file, into: &found) }
    case .scalar(let text, _):
      guard !text.isEmpty else { return }
      let path = FilePath.of(text, in: folder)
      if path == file || file.hasPrefix(path + "/") {
        found.append(Reference(key: key, text: text, position: node.position))
      }
    }
  }
}
