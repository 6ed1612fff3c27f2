import AfterglowBoards
import AfterglowDocuments
import AfterglowPreview
import Foundation

/// What a page asks to change.
struct EditRequest: Decodable {
  /// Of the scene that the page has; nil = whatever it is.
  var revision: Int?
  var edits: [SceneChange]?

  /// Of one request.
  static let maximumCount = 64
}

/// Changes of a board's scene: each is checked as a whole before it is written, so that the file is never left with a
/// fault that it did not have, and replaced at once. Belongs to the board's thread.
struct SceneEditing {
  private var history = EditHistory()

  /// Whether the last change, or the last that was taken back, is still what the file has.
  func state(_ source: StudioSource) -> (canUndo: Bool, canRedo: Bool) {
    (history.canUndo(source.sceneBytes), history.canRedo(source.sceneBytes))
  }

  mutating func edit(_ source: StudioSource, _ request: EditRequest, _ rights: StudioRights) throws {
    let before = try current(source, request)
    guard let edits = request.edits, (1...EditRequest.maximumCount).contains(edits.count) else {
      throw StudioRefusal(400, "expected 1 to \(EditRequest.maximumCount) changes")
    }
    guard edits.dropLast().allSatisfy({ ![.add, .remove].contains($0.op) }) else {
      throw StudioRefusal(400, "expected a widget to be added or removed last, as the others then have other numbers")
    }
    guard let board = source.content.folder else { throw StudioRefusal(Failure(source.content.problems)) }
    let grid = try source.anyBoard().compiled.layout.grid
    do {
      var editor = try YAMLEditor(bytes: before, file: source.scenePath)
      for edit in edits { try edit.apply(to: &editor, board.scene, grid) }
      guard editor.bytes != before else { return }
      // Another widget may wait for its file; a value that names none is a mistake.
      let isWidget = edits.contains { [.add, .replace].contains($0.op) }
      try write(editor.bytes, over: before, source, rights, allowsProblems: isWidget)
    } catch let problem as AfterglowDocuments.Problem {
      throw StudioRefusal(Failure([problem]))
    }
    history.add(before, source.sceneBytes, subject: edits.count == 1 ? edits[0].subject : nil, atMs: Self.nowMs)
  }

  mutating func undo(_ source: StudioSource, _ request: EditRequest, _ rights: StudioRights) throws {
    let now = try current(source, request)
    guard let bytes = history.beforeLast(now) else { throw StudioRefusal(409, "There is nothing to undo.") }
    try write(bytes, over: now, source, rights)
    history.undo()
  }

  mutating func redo(_ source: StudioSource, _ request: EditRequest, _ rights: StudioRights) throws {
    let now = try current(source, request)
    guard let bytes = history.afterUndone(now) else { throw StudioRefusal(409, "There is nothing to make again.") }
    try write(bytes, over: now, source, rights)
    history.redo()
  }

  private static var nowMs: Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  /// The file's bytes, if it is the one that the page has.
  private func current(_ source: StudioSource, _ request: EditRequest) throws -> [UInt8] {
    let bytes = try source.bytesOnDisk()
    if bytes != source.sceneBytes { source.reread() }
    guard bytes == source.sceneBytes, request.revision.map({ $0 == source.revision }) ?? true else {
      throw StudioRefusal(409, "The scene was changed elsewhere meanwhile; this change was not made.")
    }
    return bytes
  }

  /// Checks what the file would say, and replaces it.
  private func write(
    _ bytes: [UInt8], over before: [UInt8], _ source: StudioSource, _ rights: StudioRights, allowsProblems: Bool = true
  ) throws {
    if !rights.editsCommands {
      func guarded(_ bytes: [UInt8]) throws -> GuardedValues {
        GuardedValues(try YAMLEditor(bytes: bytes, file: source.scenePath).value())
      }
      if let key = try guarded(bytes).first(notIn: guarded(before)) {
        throw StudioRefusal(
          403, "Over the network \"\(key)\" cannot be changed: it may run programs or read other files.")
      }
    }
    let candidate = try source.candidate(bytes, allowsProblems: allowsProblems)
    guard try source.bytesOnDisk() == before else {
      throw StudioRefusal(409, "The scene was changed elsewhere meanwhile; this change was not made.")
    }
    try Files.replace(source.scenePath, with: bytes, isDurable: true)
    source.adopt(candidate)
  }
}
