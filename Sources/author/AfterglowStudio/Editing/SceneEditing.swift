import AfterglowBoards
import AfterglowCore
import AfterglowDocuments
import AfterglowKit
import Foundation

/// What a page asks to change.
struct EditRequest: Decodable {
  /// Of the scene that the page has; nil = whatever it is.
  var revision: Int?
  var edits: [SceneChange]?

  /// Of one request.
  static let maximumCount = 64
}

/// Changes of a board's scene and settings: each is checked as a whole before it is written, so that a file is never left
/// with a fault that it did not have, and replaced at once. Belongs to the board's thread.
struct SceneEditing {
  private var history = EditHistory()
  /// A clock that never steps; replaced in tests.
  var nowMs: @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  /// Whether the last change, or the last that was taken back, is still what the file has.
  func state(_ source: StudioSource) -> (canUndo: Bool, canRedo: Bool) {
    (history.canUndo(source.bytes), history.canRedo(source.bytes))
  }

  mutating func edit(_ source: StudioSource, _ request: EditRequest, _ rights: StudioRights) throws {
    guard let edits = request.edits, (1...EditRequest.maximumCount).contains(edits.count) else {
      throw StudioRefusal(400, "expected 1 to \(EditRequest.maximumCount) changes")
    }
    let file: SettingsFile = edits.contains { $0.op == .board } ? .board : .scene
    let before = try current(source, file, request)
    let after = try Self.edited(before, of: file, source, edits)
    if after == before { return }
    // Another widget may wait for its file; a value that names none is a mistake.
    let isWidget = edits.contains { [.add, .replace].contains($0.op) }
    try write(after, over: before, file, source, rights: rights, allowsProblems: isWidget)
    let subject = edits.count == 1 ? edits[0].subject : nil
    history.add(file, before, source.bytes(of: file), subject: subject, atMs: nowMs())
  }

  /// What a file would have after changes.
  private static func edited(
    _ before: [UInt8], of file: SettingsFile, _ source: StudioSource, _ edits: [SceneChange]
  ) throws -> [UInt8] {
    var editor = try YAMLEditor(bytes: before, file: source.path(of: file))
    if file == .board {
      guard edits.allSatisfy({ $0.op == .board }) else { throw StudioRefusal(400, "expected changes of one file") }
      for edit in edits { try edit.apply(toBoard: &editor) }
      return editor.bytes
    }
    guard let board = source.content.folder else { throw StudioRefusal(Failure(source.content.problems)) }
    let grid = try source.anyBoard().compiled.layout.grid
    guard !edits.dropLast().contains(where: { $0.renumbers(grid) }) else {
      throw StudioRefusal(
        400, "expected a widget to be added, removed or exchanged last, as widgets then have other numbers")
    }
    for edit in edits { try edit.apply(to: &editor, board.scene, grid) }
    return editor.bytes
  }

  /// The board as changes of its scene would make it, to be compiled.
  func trial(
    _ source: StudioSource, _ request: TrialRequest, at instant: Instant, _ rights: StudioRights
  ) throws -> CompileOrder {
    guard request.edits.count <= EditRequest.maximumCount, request.edits.allSatisfy({ $0.op != .board }) else {
      throw StudioRefusal(400, "expected up to \(EditRequest.maximumCount) changes of the scene")
    }
    let before = source.bytes(of: .scene)
    let after = try Self.edited(before, of: .scene, source, request.edits)
    try Self.guardValues(after, over: before, .scene, source, rights: rights)
    return try source.trial(after, request.frame.variation(), at: instant)
  }

  mutating func undo(_ source: StudioSource, _ request: EditRequest, _ rights: StudioRights) throws {
    guard let (file, bytes) = history.beforeLast(source.bytes) else {
      throw StudioRefusal(409, "There is nothing to undo.")
    }
    try write(bytes, over: current(source, file, request), file, source, rights: rights)
    history.undo()
  }

  mutating func redo(_ source: StudioSource, _ request: EditRequest, _ rights: StudioRights) throws {
    guard let (file, bytes) = history.afterUndone(source.bytes) else {
      throw StudioRefusal(409, "There is nothing to make again.")
    }
    try write(bytes, over: current(source, file, request), file, source, rights: rights)
    history.redo()
  }

  /// A file's bytes, if it is the one that the page has.
  private func current(_ source: StudioSource, _ file: SettingsFile, _ request: EditRequest) throws -> [UInt8] {
    let bytes = try source.bytesOnDisk(of: file)
    if bytes != source.bytes(of: file) { source.reread() }
    guard bytes == source.bytes(of: file), request.revision.map({ $0 == source.revision }) ?? true else {
      throw StudioRefusal(409, "\(file.name) was changed elsewhere meanwhile; this change was not made.")
    }
    return bytes
  }

  /// Checks what the file would say, and replaces it.
  private func write(
    _ bytes: [UInt8], over before: [UInt8], _ file: SettingsFile, _ source: StudioSource, rights: StudioRights,
    allowsProblems: Bool = true
  ) throws {
    try Self.guardValues(bytes, over: before, file, source, rights: rights)
    let candidate = try source.candidate(bytes, of: file, allowsProblems: allowsProblems)
    guard try source.bytesOnDisk(of: file) == before else {
      throw StudioRefusal(409, "\(file.name) was changed elsewhere meanwhile; this change was not made.")
    }
    try Files.replace(source.path(of: file), with: bytes, isDurable: true)
    source.adopt(candidate)
  }

  /// - Throws: `StudioRefusal` where a page of the network asks for what could run programs or read other files.
  private static func guardValues(
    _ bytes: [UInt8], over before: [UInt8], _ file: SettingsFile, _ source: StudioSource, rights: StudioRights
  ) throws {
    if rights.editsCommands { return }
    func guarded(_ bytes: [UInt8]) throws -> GuardedValues {
      GuardedValues(try YAMLEditor(bytes: bytes, file: source.path(of: file)).value(), of: file)
    }
    if let key = try guarded(bytes).first(notIn: guarded(before)) {
      throw StudioRefusal(
        403, "Over the network \"\(key)\" cannot be changed: it may run programs or read other files.")
    }
  }
}
