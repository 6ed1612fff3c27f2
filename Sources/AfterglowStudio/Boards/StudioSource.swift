import Afterglow
import AfterglowBoards
import AfterglowCore
import AfterglowDocuments
import AfterglowPreview
import Foundation

/// A board's folder as it is on disk, read again when a file has changed. Belongs to the board's thread.
final class StudioSource {
  let folder: String
  let name: String
  private(set) var revision = 1
  private var loaded: (folder: BoardFolder?, problems: [AfterglowDocuments.Problem])?
  /// The instant that pages look at, which is compiled first after a change; nil = now.
  private var shownAt: Instant?
  /// The scene's bytes, and the state of all files, at that time.
  private var read: (scene: [UInt8], marks: [String: FileState]) = ([], [:])
  private var shelf = CompiledShelf(maximumByteCount: 18 << 20)

  /// - Parameter argument: a folder, or the name of one under `boards/`.
  /// - Throws: `Failure` where there is none.
  init(_ argument: String) throws {
    guard let found = BoardLookup.standard.find(argument) else { throw Failure(BoardFolder.load(argument).problems) }
    folder = found.count > 1 && found.hasSuffix("/") ? String(found.dropLast()) : found
    name = BoardIdentity(folder: folder).name
  }

  /// Board and scene; nil where they cannot be used, with the reasons.
  var content: (folder: BoardFolder?, problems: [AfterglowDocuments.Problem]) {
    if let loaded { return loaded }
    // The bytes first: a change in between is then seen as one.
    let begun = Date()
    let scene = (try? Files.read(folder + "/scene.yaml", limit: Self.maximumSceneByteCount)) ?? []
    let found = BoardFolder.load(folder)
    loaded = (found.folder, found.problems)
    read = (scene, Self.marks(watchedFiles, before: begun))
    return (found.folder, found.problems)
  }

  /// What the scene's file had when it was read.
  var sceneBytes: [UInt8] {
    _ = content
    return read.scene
  }

  var scenePath: String { content.folder?.scenePath ?? folder + "/scene.yaml" }

  /// - Throws: `FileFailure`.
  func bytesOnDisk() throws -> [UInt8] { try Files.read(scenePath, limit: Self.maximumSceneByteCount) }

  private static let maximumSceneByteCount = 1 << 20

  /// Absolute paths of all files that the picture depends on.
  var watchedFiles: [String] {
    let paths = content.folder?.watchedPaths ?? [folder + "/board.yaml", folder + "/scene.yaml"]
    return paths.map { URL(fileURLWithPath: $0).path }
  }

  /// Forgets what was read.
  func reread() {
    revision += 1
    loaded = nil
    shelf.removeAll()
  }

  /// The same if a file is not what it was when it was read.
  ///
  /// - Returns: whether it did so.
  func rereadIfChanged() -> Bool {
    if loaded != nil, read.marks == Self.marks(watchedFiles, before: .distantFuture) { return false }
    reread()
    return true
  }

  /// The state of files. One that was modified since they were read is left out, so that it counts as changed.
  private static func marks(_ paths: [String], before date: Date, except own: String? = nil) -> [String: FileState] {
    var marks: [String: FileState] = [:]
    for path in paths {
      guard let state = FileState(path), path == own || state.isModified(before: date) else { continue }
      marks[path] = state
    }
    return marks
  }

  // MARK: Changes

  /// What the folder would be with another scene.
  struct Candidate {
    fileprivate var folder: BoardFolder
    fileprivate var problems: [AfterglowDocuments.Problem]
    fileprivate var bytes: [UInt8]
    fileprivate var board: CompiledBoard
    fileprivate var at: Instant
    fileprivate var begun: Date
  }

  /// - Parameter allowsProblems: whether its content may have problems that the scene does not have now, such as a file
  ///   that is not there yet.
  /// - Throws: `Failure` with the problems where it could not be shown.
  func candidate(_ bytes: [UInt8], allowsProblems: Bool) throws -> Candidate {
    let begun = Date()
    let (found, problems) = BoardFolder.load(folder, sceneBytes: bytes)
    guard let found else { throw Failure(problems) }
    let known = Set(content.problems.map(\.message))
    let added = problems.filter { !known.contains($0.message) }
    guard allowsProblems || added.isEmpty else { throw Failure(added) }
    let instant = shownAt ?? .now
    let board = try compile(found, problems, BoardVariation(), at: instant)
    return Candidate(folder: found, problems: problems, bytes: bytes, board: board, at: instant, begun: begun)
  }

  /// Goes on with what has been written now.
  func adopt(_ candidate: Candidate) {
    reread()
    loaded = (candidate.folder, candidate.problems)
    let own = URL(fileURLWithPath: scenePath).path
    read = (candidate.bytes, Self.marks(watchedFiles, before: candidate.begun, except: own))
    shelf.put(candidate.board, BoardVariation(), from: candidate.at)
  }

  /// Forgets what only saves time.
  func shrink() { shelf.removeAll() }

  /// The board as it shows a situation.
  ///
  /// - Throws: `Failure` where there is no archive.
  func board(_ variation: BoardVariation, _ situation: Situation) throws -> CompiledBoard {
    shownAt = situation.content == .exact ? situation.at : nil
    if let found = shelf.board(variation, situation) { return found }
    var instant = situation.at
    // On the way back, the same archive serves some hours.
    if situation.content == .near {
      let stretchMs: Int64 = 6 * 3_600_000
      instant.milliseconds -= ((instant.milliseconds % stretchMs) + stretchMs) % stretchMs
    }
    let board = try compile(variation, at: instant)
    shelf.put(board, variation, from: instant)
    return board
  }

  /// - Throws: `Failure` where there is no archive.
  func compile(_ variation: BoardVariation, at instant: Instant) throws -> CompiledBoard {
    let (board, problems) = content
    guard let board else { throw Failure(problems) }
    return try compile(board, problems, variation, at: instant)
  }

  private func compile(
    _ board: BoardFolder, _ problems: [AfterglowDocuments.Problem], _ variation: BoardVariation, at instant: Instant
  ) throws -> CompiledBoard {
    var scene = board.panelScene()
    variation.apply(to: &scene)
    defer { HeapMemory.trim() }
    do {
      let compiled = try WidgetProcesses.together { try SceneCompiler().compile(scene, at: Date(instant)) }
      return try CompiledBoard(name: name, scene: scene, compiled: compiled, problems: problems, advice: board.advice)
    } catch let error as CompileError {
      throw Failure(error, in: scene, called: name)
    }
  }
}

/// What distinguishes a file from what it was before.
private struct FileState: Equatable {
  private var inode: UInt64
  private var byteCount: Int
  private var seconds: Int
  private var nanoseconds: Int

  /// nil for a missing file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// The kernel's times are those of its last tick.
  func isModified(before date: Date) -> Bool {
    Double(seconds) + Double(nanoseconds) / 1e9 < date.timeIntervalSince1970 - 0.01
  }
}
