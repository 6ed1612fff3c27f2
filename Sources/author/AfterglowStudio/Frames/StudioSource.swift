import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import AfterglowWidgets
import Foundation

/// The files of a board that a page changes.
enum SettingsFile: CaseIterable {
  case scene, board

  var name: String {
    switch self {
    case .scene: "scene.yaml"
    case .board: "board.yaml"
    }
  }

  /// Maximum size of each of them, in bytes.
  static let maximumByteCount = DocumentKind.settings.maximumByteCount
}

/// A board's folder as it is on disk, read again when a file has changed. Belongs to the board's thread.
final class StudioSource {
  let folder: String
  let name: String
  /// Of another scene than the folder's own; nil = that.
  private let scenePath: String?
  private(set) var revision: Int
  private var loaded: (folder: BoardFolder?, problems: [AfterglowDocuments.Problem])?
  /// The instant that pages look at, which is compiled first after a change; nil = now.
  private var shownAt: Instant?
  /// The bytes of its settings, and the state of all files, at that time.
  private var read: (settings: [SettingsFile: [UInt8]], marks: [String: FileState]) = ([:], [:])
  /// A wall with a photograph behind it has 8 MB, and the page keeps within 40 MB.
  private var shelf = CompiledShelf(maximumByteCount: 16 << 20)

  /// - Parameters:
  ///   - argument: a folder, or the name of one under `boards/`.
  ///   - scenePath: the file of another scene than the folder's own, whose relative paths begin at the folder.
  ///   - revision: that pages of a studio before this one have.
  /// - Throws: `Failure` where there is none.
  init(_ argument: String, scenePath: String? = nil, revision: Int = 1) throws {
    self.scenePath = scenePath
    self.revision = revision
    guard let found = BoardLookup.standard.find(argument) else { throw Failure(BoardFolder.load(argument).problems) }
    folder = found.count > 1 && found.hasSuffix("/") ? String(found.dropLast()) : found
    name = BoardIdentity(folder: folder).name
  }

  /// Board and scene; nil where they cannot be used, with the reasons.
  var content: (folder: BoardFolder?, problems: [AfterglowDocuments.Problem]) {
    if let loaded { return loaded }
    // The bytes first: a change in between is then seen as one.
    let begun = Date()
    var settings: [SettingsFile: [UInt8]] = [:]
    for file in SettingsFile.allCases {
      settings[file] = try? Files.read(path(of: file), limit: SettingsFile.maximumByteCount)
    }
    let found = BoardFolder.load(folder, scenePath: scenePath, at: Date(shownAt ?? .now))
    loaded = (found.folder, found.problems)
    read = (settings, Self.marks(watchedFiles, before: begun))
    return (found.folder, found.problems)
  }

  /// What a file had when it was read.
  func bytes(of file: SettingsFile) -> [UInt8] {
    _ = content
    return read.settings[file] ?? []
  }

  func path(of file: SettingsFile) -> String {
    if file == .scene, let scenePath { return scenePath }
    return folder + "/" + file.name
  }

  /// The folder, and the file of another scene than the folder's own.
  var ownPaths: [String] { [folder] + (scenePath.map { [$0] } ?? []) }

  /// - Throws: `FileFailure`.
  func bytesOnDisk(of file: SettingsFile) throws -> [UInt8] {
    try Files.read(path(of: file), limit: SettingsFile.maximumByteCount)
  }

  /// Absolute paths of all files that the picture depends on.
  var watchedFiles: [String] {
    // A widget that the scene names may be added.
    let paths =
      content.folder?.watchedPaths ?? SettingsFile.allCases.map { path(of: $0) } + WidgetRegistry.standard.markPaths
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
    fileprivate var file: SettingsFile
    fileprivate var board: CompiledBoard
    fileprivate var at: Instant
    fileprivate var begun: Date
  }

  /// - Parameter allowsProblems: whether its content may have problems that the scene does not have now, such as a file
  ///   that is not there yet.
  /// - Throws: `Failure` with the problems where it could not be shown.
  func candidate(_ bytes: [UInt8], of file: SettingsFile, allowsProblems: Bool) throws -> Candidate {
    let begun = Date()
    let instant = shownAt ?? .now
    let (found, problems) = BoardFolder.load(
      folder, scenePath: scenePath, sceneBytes: file == .scene ? bytes : nil, boardBytes: file == .board ? bytes : nil,
      at: Date(instant))
    guard let found else { throw Failure(problems) }
    // The change has ended a process before.
    if let deadly = found.setAside.first(where: { content.folder?.setAside[$0.key] == nil }) {
      throw Failure(.badInput, deadly.value.reason)
    }
    let known = Set(content.problems.map(\.message))
    let added = problems.filter { !known.contains($0.message) }
    guard allowsProblems || added.isEmpty else { throw Failure(added) }
    let order = CompileOrder(
      folder: found, problems: problems, name: name, variation: BoardVariation(), at: instant, revision: revision)
    let board = try order.compile()
    return Candidate(
      folder: found, problems: problems, bytes: bytes, file: file, board: board, at: instant, begun: begun)
  }

  /// The board with another scene, which is not written.
  ///
  /// - Throws: `Failure` with the problems where it could not be shown.
  func trial(_ bytes: [UInt8], _ variation: BoardVariation, at instant: Instant) throws -> CompileOrder {
    let (found, problems) = BoardFolder.load(folder, scenePath: scenePath, sceneBytes: bytes, at: Date(instant))
    guard let found else { throw Failure(problems) }
    return CompileOrder(
      folder: found, problems: problems, name: name, variation: variation, at: instant, revision: revision)
  }

  /// Goes on with what has been written now.
  func adopt(_ candidate: Candidate) {
    var settings = read.settings
    settings[candidate.file] = candidate.bytes
    reread()
    loaded = (candidate.folder, candidate.problems)
    let own = URL(fileURLWithPath: path(of: candidate.file)).path
    read = (settings, Self.marks(watchedFiles, before: candidate.begun, except: own))
    shelf.put(candidate.board, BoardVariation(), from: candidate.at, replaces: true)
  }

  /// Forgets what only saves time, but for what the next page shows first.
  func shrink() { shelf.removeAll(but: BoardVariation(), Situation(at: .now)) }

  /// The board as it shows a situation, compiled here if it is not at hand.
  ///
  /// - Throws: `Failure` where there is no archive.
  func board(_ variation: BoardVariation, _ situation: Situation) throws -> CompiledBoard {
    if let found = atHand(variation, situation) { return found }
    let order = try order(variation, situation)
    let board = try order.compile()
    put(board, of: order)
    return board
  }

  /// The same if it has been compiled.
  func atHand(_ variation: BoardVariation, _ situation: Situation) -> CompiledBoard? {
    shelf.board(variation, situation)
  }

  /// Notes what a page looks at.
  func note(shown situation: Situation) {
    if situation.content != .near { shownAt = situation.content == .exact ? situation.at : nil }
  }

  /// The board with content of another time; nil = none has been compiled.
  func nearest(_ variation: BoardVariation, _ instant: Instant) -> CompiledBoard? {
    shelf.nearest(variation, instant)
  }

  /// The board of some time, for what does not depend on it, such as places.
  ///
  /// - Throws: `Failure` where there is no archive.
  func anyBoard() throws -> CompiledBoard {
    try nearest(BoardVariation(), .now) ?? board(BoardVariation(), Situation(at: .now))
  }

  /// What is to be compiled for a situation.
  ///
  /// - Throws: `Failure` where the folder cannot be used.
  func order(_ variation: BoardVariation, _ situation: Situation) throws -> CompileOrder {
    let (board, problems) = content
    guard let board else { throw Failure(problems) }
    var instant = situation.at
    // On the way back, the same archive serves some hours.
    if situation.content == .near {
      let stretchMs: Int64 = 6 * 3_600_000
      instant.milliseconds -= ((instant.milliseconds % stretchMs) + stretchMs) % stretchMs
    }
    return CompileOrder(
      folder: board, problems: problems, name: name, variation: variation, at: instant, revision: revision)
  }

  /// Keeps what was compiled, unless the files have changed since.
  ///
  /// - Parameter replaces: whether others make room for it.
  func put(_ board: CompiledBoard, of order: CompileOrder, replaces: Bool = true) {
    if order.revision == revision { shelf.put(board, order.variation, from: order.at, replaces: replaces) }
  }
}

/// What is to be compiled, with all that it takes: on any thread.
struct CompileOrder: Sendable {
  var folder: BoardFolder
  var problems: [AfterglowDocuments.Problem]
  var name: String
  var variation: BoardVariation
  var at: Instant
  /// Of the files.
  var revision: Int

  /// Whether another one gives the same.
  func isSame(as other: CompileOrder) -> Bool {
    variation == other.variation && at == other.at && revision == other.revision
  }

  /// Whether what it gives is right for a situation for which another one would be made.
  func serves(_ other: CompileOrder, _ situation: Situation) -> Bool {
    guard variation == other.variation && revision == other.revision else { return false }
    // Content is due again after some minutes at the earliest.
    let isNew = at <= other.at && other.at.milliseconds - at.milliseconds < 60_000
    return at == other.at || (situation.content == .current && isNew)
  }

  /// - Throws: `Failure` where there is no archive.
  func compile() throws -> CompiledBoard {
    var scene = folder.panelScene()
    variation.apply(to: &scene)
    do {
      let compiled = try WidgetProcesses.together { try SceneCompiler().compile(scene, at: Date(at)) }
      let board = try CompiledBoard(
        name: name, scene: scene, compiled: compiled, problems: problems, advice: folder.advice)
      // The page of the studio shows and edits the scene's first page.
      return scene.pages.others.isEmpty ? board : board.showing(page: 0)
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
