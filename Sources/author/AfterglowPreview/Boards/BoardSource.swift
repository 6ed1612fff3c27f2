import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowKit
import AfterglowLinux
import AfterglowSources
import AfterglowWidgets
import Foundation

/// A board's folder, and the state for compiling it repeatedly. Belongs to one thread.
package final class BoardSource {
  /// Absolute paths of the board's own files, including those of its zones, and the paths of the zones' files.
  private struct ReadFiles {
    var scene: [String]
    var zones = [ZoneFiles.link]
  }

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
  /// What each widget shows, and when it is reloaded.
  package var instances: WidgetInstances
  /// The archive that the panel showed last, from which widgets without content keep their pictures; nil = there is none,
  /// or none is needed any more.
  package var lastArchive: LastGoodArchive?
  /// The files that each compile reads.
  private var files: ReadFiles
  /// Absolute paths of the files that the picture depends on, from the last compile that determined them.
  package private(set) var watchedFiles: [String]
  /// Those of them that a compile itself may have written, through a widget's program.
  package private(set) var ownFiles: Set<String> = []

  /// What keeps its content from elsewhere up to date, from the last compile that determined it.
  package private(set) var sources: [SourceRequest] = []
  /// What other programs are shown of it, from the same compile.
  package private(set) var listing = BoardListing()

  /// - Parameters:
  ///   - argument: a folder or the name of one under `boards/`.
  ///   - instances: with what is known of an earlier run.
  package init(_ argument: String, sceneFile: String? = nil, instances: WidgetInstances = WidgetInstances()) throws {
    guard let found = BoardLookup.standard.find(argument) else {
      throw Failure(BoardFolder.load(argument).problems)
    }
    folder = found.count > 1 && found.hasSuffix("/") ? String(found.dropLast()) : found
    identity = BoardIdentity(folder: folder)
    self.sceneFile = sceneFile
    self.instances = instances
    files = ReadFiles(scene: [folder + "/board.yaml", sceneFile ?? folder + "/scene.yaml"].map(Self.absolute))
    watchedFiles = files.scene
  }

  private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

  /// The board's files, of which contents are examined at an instant.
  ///
  /// - Returns: nil for the board if its files cannot be used; and every problem of them and of contents.
  package func load(at instant: Instant) -> (folder: BoardFolder?, problems: [AfterglowDocuments.Problem]) {
    BoardFolder.load(folder, scenePath: sceneFile, at: Date(instant))
  }

  /// The place in the scene of each source, by the source's key.
  package func placesOfSources() -> [String: SourcePlace] {
    BoardFolder.load(folder, scenePath: sceneFile, readsContent: false).folder?.placesOfSources ?? [:]
  }

  /// Reads the folder again and compiles its content for `instant`. All widgets are reloaded.
  ///
  /// - Throws: `Failure` when there is no archive.
  package func compile(at instant: Instant) throws -> CompiledBoard {
    try compile(AuthorMoment(bootMs: SystemTime.boottimeMs, wall: instant), all: .asked)
  }

  /// Reads the folder again and compiles its content, of which it reloads what is due.
  ///
  /// A problem in content only is not a failure: its widget keeps its last content, and `CompiledBoard.problems` lists
  /// it.
  ///
  /// - Parameter all: why all widgets are reloaded; nil = only those that are due, or that the scene did not have.
  /// - Throws: `Failure` when there is no archive.
  package func compile(_ moment: AuthorMoment, all: ReloadReason?) throws -> CompiledBoard {
    defer { HeapMemory.trim() }
    let whole = CompositionMark.Subject(
      folder: folder, slot: "", kind: "", phase: .reading, source: "", configuration: "", paths: [])
    return try CompositionMark.within(whole) { try WidgetProcesses.together { try compiled(moment, all) } }
  }

  /// The next compile shows the face after the current one.
  /// - Returns: that face; nil if no clock can have one.
  package func turnFace() -> ClockFace? {
    if clocks.names.isEmpty { return nil }
    face = (face ?? clocks.face)?.next ?? ClockFace.allCases.first
    return face
  }

  private func compiled(_ moment: AuthorMoment, _ all: ReloadReason?) throws -> CompiledBoard {
    // Foundation keeps the zone that the machine had first.
    NSTimeZone.resetSystemTimeZone()
    var reading = instances.begin(files.scene)
    let (board, problems) = BoardFolder.load(folder, scenePath: sceneFile, at: Date(moment.wall))
    guard let board else {
      // A widget that the scene names may be added.
      watchedFiles = Array(Set(watchedFiles).union(WidgetRegistry.standard.markPaths))
      throw Failure(problems)
    }
    noteFiles(of: board)
    ownFiles = Set(board.programPaths.map(Self.absolute))
    sources = board.sources
    listing = BoardListing(board, name: name)
    var scene = board.panelScene()
    scene.lastArchive = lastArchive
    let found = board.scene.allWidgets.filter { $0.kind == "clock" && $0.family.isSystem }
    clocks = (Set(found.map(\.identifier)), found.first.flatMap { ClockFace(in: $0.configuration) })
    if let face {
      scene.updateSlots { slot in
        if clocks.names.contains(slot.identifier) { slot.configuration["face"] = .string(face.rawValue) }
      }
    }
    instances.prepare(&scene, of: board, all: all, moment, &reading)
    let compiled: CompiledScene
    do {
      compiled = try SceneCompiler().compile(scene, at: Date(moment.wall), reusing: instances.drawings)
    } catch let error as CompileError {
      throw Failure(error, in: scene, called: name)
    }
    files.zones = [ZoneFiles.link] + compiled.zonePaths
    noteFiles(of: board)
    instances.end(reading, of: board, scene, compiled, paths: files.scene, own: ownFiles, at: moment)
    // From now on each widget's last content is known.
    if !instances.lackContent { lastArchive = nil }
    return try CompiledBoard(
      name: name, scene: scene, compiled: compiled, problems: problems, advice: board.advice)
  }

  private func noteFiles(of board: BoardFolder) {
    watchedFiles = (board.watchedPaths + files.zones).map(Self.absolute)
    files.scene = (board.scenePaths + files.zones).map(Self.absolute)
  }
}
