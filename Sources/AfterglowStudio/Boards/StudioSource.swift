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
    let found = BoardFolder.load(folder)
    loaded = (found.folder, found.problems)
    return (found.folder, found.problems)
  }

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

  /// Forgets what only saves time.
  func shrink() { shelf.removeAll() }

  /// The board as it shows a situation.
  ///
  /// - Throws: `Failure` where there is no archive.
  func board(_ variation: BoardVariation, _ situation: Situation) throws -> CompiledBoard {
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
