import Afterglow
import AfterglowBoards
import AfterglowCore
import AfterglowDocuments
import AfterglowSources
import AfterglowWidgets
import Foundation

/// A board's folder, and the state for compiling it repeatedly. Belongs to one thread.
package final class BoardSource {
  /// Names its runtime and state files.
  package let identity: BoardIdentity
  package var name: String { identity.name }
  package let folder: String
  /// A scene other than the folder's own.
  private let sceneFile: String?
  /// The face of the clocks that replaces the scene's; nil = the scene's own.
  package private(set) var face: ClockFace?
  /// Names of the clocks that can have one, and the face of the first, as of the last compile.
  private var clocks: (names: Set<String>, face: ClockFace?) = ([], nil)
  /// Each widget's last timeline, in case its provider fails.
  private var lastGood: [String: WidgetTimeline] = [:]
  /// Absolute paths of the files that the picture depends on, from the last compile that determined them.
  package private(set) var watchedFiles: [String]
  /// Those of them that a compile itself may have written, through a widget's program.
  package private(set) var ownFiles: Set<String> = []

  /// What keeps its content from elsewhere up to date, from the last compile that determined it.
  package private(set) var sources: [SourceRequest] = []
  /// What other programs are shown of it, from the same compile.
  package private(set) var listing = BoardListing()

  /// `argument` is a folder or the name of one under `boards/`.
  package init(_ argument: String, sceneFile: String? = nil) throws {
    guard let found = BoardLookup.standard.find(argument) else {
      throw Failure(BoardFolder.load(argument).problems)
    }
    folder = found.count > 1 && found.hasSuffix("/") ? String(found.dropLast()) : found
    identity = BoardIdentity(folder: folder)
    self.sceneFile = sceneFile
    watchedFiles = [folder + "/board.yaml", sceneFile ?? folder + "/scene.yaml"].map(Self.absolute)
  }

  private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

  /// Every problem of the board's files now.
  package func problems() -> [AfterglowDocuments.Problem] { BoardFolder.load(folder, scenePath: sceneFile).problems }

  /// Reads the folder again and compiles its content for `instant`.
  ///
  /// A problem in content only is not a failure: its widget keeps its last content, and `CompiledBoard.problems` lists
  /// it.
  ///
  /// - Throws: `Failure` when there is no archive.
  package func compile(at instant: Instant) throws -> CompiledBoard {
    defer { HeapMemory.trim() }
    return try WidgetProcesses.together { try compiled(at: instant) }
  }

  /// The next compile shows the face after the current one.
  /// - Returns: that face; nil if no clock can have one.
  package func turnFace() -> ClockFace? {
    if clocks.names.isEmpty { return nil }
    face = (face ?? clocks.face)?.next ?? ClockFace.allCases.first
    return face
  }

  private func compiled(at instant: Instant) throws -> CompiledBoard {
    let (board, problems) = BoardFolder.load(folder, scenePath: sceneFile)
    guard let board else { throw Failure(problems) }
    watchedFiles = board.watchedPaths.map(Self.absolute)
    ownFiles = Set(board.programPaths.map(Self.absolute))
    sources = board.sources
    listing = BoardListing(board, name: name)
    var scene = board.panelScene(lastGood: lastGood)
    let found = board.scene.widgets.filter { $0.kind == "clock" && $0.family.isSystem }
    clocks = (Set(found.map(\.identifier)), found.first.flatMap { ClockFace(in: $0.configuration) })
    if let face {
      for index in scene.slots.indices where clocks.names.contains(scene.slots[index].identifier) {
        scene.slots[index].configuration["face"] = .string(face.rawValue)
      }
    }
    let compiled: CompiledScene
    do {
      compiled = try SceneCompiler().compile(scene, at: Date(instant))
    } catch let error as CompileError {
      throw Failure(error, in: scene, called: name)
    }
    lastGood = compiled.timelines
    return try CompiledBoard(
      name: name, scene: scene, compiled: compiled, problems: problems, advice: board.advice)
  }
}
