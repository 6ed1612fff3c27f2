import AfterglowCore
import AfterglowDocuments
import AfterglowKit
import AfterglowPreview
import AfterglowServer
import AfterglowTimeline
import Foundation

/// A board of the studio: its folder, and what pages are shown of it. All work is done on its own thread; the answers go
/// to the requests that wait for them.
final class StudioBoard: @unchecked Sendable {
  typealias Reply = @Sendable (HTTPAnswer) -> Void

  /// The stage that draws frames, the views of the pages that show them, and the panels that their hands touch.
  struct ShownFrames {
    let stage = FrameStage()
    var views = ViewShelf()
    var touches = TouchShelf()
  }

  let id: String
  let queue: BoardQueue
  /// Compiles what pages wait for. The board's thread answers meanwhile.
  let work: BoardQueue
  /// Makes what is known of a frame, and pictures of what could be. It gives way to frames and what they need.
  let background: BoardQueue
  /// Talks with running panels, which may be slow to answer: nothing else waits for them.
  let panels: BoardQueue
  /// Traces of light, of all boards.
  let traces: TraceShelf
  // Of the board's thread.
  let source: StudioSource
  var shown = ShownFrames()
  var editing = SceneEditing()
  /// What is being compiled.
  var pending: [PendingCompile] = []
  /// Words for screen readers; of the background's thread.
  var spoken = SpokenShelf()
  /// The present; replaced in tests.
  var now: @Sendable () -> Instant = { .now }

  init(
    id: String, argument: String, scenePath: String? = nil, traces: TraceShelf = TraceShelf(), revision: Int = 1
  ) throws {
    self.id = id
    self.traces = traces
    source = try StudioSource(argument, scenePath: scenePath, revision: revision)
    queue = BoardQueue("board \(id)")
    work = BoardQueue("work of \(id)")
    panels = BoardQueue("panels of \(id)")
    background = BoardQueue("background of \(id)", niceness: Self.backgroundNiceness)
  }

  /// A quarter of a processor that a frame's thread wants as well; pictures of changes are waited for, too.
  private static let backgroundNiceness: Int32 = 5

  /// Does what takes longest before the first page asks for it: fonts are read, and content is compiled.
  ///
  /// - Parameters:
  ///   - draws: whether it is drawn too, which takes memory: for the board that a page begins with.
  ///   - done: called when that is done, or has failed, with the lines of the error.
  func warm(draws: Bool, _ done: @escaping @Sendable (_ errors: [String]) -> Void) {
    queue.add(.frame) { [self] in
      let situation = Situation(at: .now)
      withBoard(BoardVariation(), situation, urgency: .frame) { [self] found in
        switch found {
        case .success(let board):
          if draws { try? show(board, situation) }
          done([])
        case .failure(let error): done((error as? Failure)?.lines ?? ["\(error)"])
        }
      }
    }
  }

  /// For the page's start.
  func describe(_ reply: @escaping @Sendable (BoardDocument) -> Void) {
    queue.add(.frame) { [self] in reply(BoardDocument(id: id, source)) }
  }

  // MARK: the scene

  func scene(_ reply: @escaping Reply) {
    queue.add(.change) { [self] in
      // Places do not depend on time: frames are not kept waiting for another compile.
      if let board = source.nearest(BoardVariation(), .now) { return reply(.compact(sceneDocument(board))) }
      withBoard(BoardVariation(), Situation(at: .now), urgency: .change) { [self] found in
        reply(.compact(sceneDocument(try? found.get())))
      }
    }
  }

  private func sceneDocument(_ board: CompiledBoard?) -> SceneDocument {
    var document = SceneDocument(source, board)
    (document.canUndo, document.canRedo) = editing.state(source)
    return document
  }

  /// What a page does to the scene.
  enum Action {
    case edit, undo, redo
  }

  /// - Parameter changed: gets the new revision after the answer.
  func change(
    _ action: Action, _ request: EditRequest, _ rights: StudioRights, reply: @escaping Reply,
    changed: @escaping @Sendable (_ revision: Int) -> Void
  ) {
    queue.add(.change) { [self] in
      let before = source.revision
      do {
        switch action {
        case .edit: try editing.edit(source, request, rights)
        case .undo: try editing.undo(source, request, rights)
        case .redo: try editing.redo(source, request, rights)
        }
        reply(.compact(sceneDocument(try? source.anyBoard())))
      } catch {
        reply(StudioRefusal(error).answer)
      }
      if source.revision != before { changed(source.revision) }
    }
  }

  // MARK: the gallery and forms

  func kinds(_ reply: @escaping Reply) {
    answer(.facts, reply) { [self] in
      guard let board = source.content.folder else { throw Failure(source.content.problems) }
      return .compact(GalleryDocument(board))
    }
  }

  func widgetPicture(_ kind: String, _ family: String, _ query: [String: String], reply: @escaping Reply) {
    answer(.facts, reply) { [self] in
      guard let board = source.content.folder else { throw Failure(source.content.problems) }
      var answer = HTTPAnswer(200)
      answer.contentType = "image/png"
      answer.body = try GalleryDocument.picture(of: kind, family, query, in: board)
      return answer
    }
  }

  func variants(of widget: String, _ reply: @escaping Reply) {
    answer(.facts, reply) { [self] in
      guard let board = source.content.folder else { throw Failure(source.content.problems) }
      return .compact(try VariantsDocument(of: widget, in: board))
    }
  }

  func form(of widget: String?, _ file: SettingsFile, _ rights: StudioRights, _ reply: @escaping Reply) {
    // In order with changes, one of which may remove the widget.
    answer(.change, reply) { [self] in
      let value = try YAMLEditor(bytes: source.bytes(of: file), file: source.path(of: file)).value()
      if file == .board { return .compact(FormDocument(ofBoard: value, rights)) }
      guard let board = source.content.folder else { throw Failure(source.content.problems) }
      if let widget { return .compact(try FormDocument(of: widget, in: board, value, rights)) }
      return .compact(FormDocument(of: board, value, rights))
    }
  }

  func files(matching query: String, _ kind: String, count: String?, _ reply: @escaping Reply) {
    answer(.facts, reply) { [self] in
      .compact(try FoundItems(FoundItem.files(in: source.folder, matching: query, kind), count: count))
    }
  }

  // MARK: files

  /// What must be watched.
  func files(_ reply: @escaping @Sendable ([String]) -> Void) {
    queue.add(.frame) { [self] in reply(source.watchedFiles) }
  }

  /// A file has changed.
  ///
  /// - Parameter done: gets the new revision, nil if it was the page's own change, and the files to watch.
  func reread(_ done: @escaping @Sendable (_ revision: Int?, _ files: [String]) -> Void) {
    queue.add(.frame) { [self] in
      let isChanged = source.rereadIfChanged()
      done(isChanged ? source.revision : nil, source.watchedFiles)
    }
  }

  /// Why the files cannot be used now, line by line; none if they can be.
  func errors(_ reply: @escaping @Sendable ([String]) -> Void) {
    queue.add(.frame) { [self] in
      let (folder, problems) = source.content
      reply(folder == nil ? problems.map(\.description) : [])
    }
  }

  /// Widgets may be others than before.
  ///
  /// - Parameter done: gets the new revision.
  func forget(_ done: @escaping @Sendable (_ revision: Int) -> Void) {
    queue.add(.frame) { [self] in
      source.reread()
      done(source.revision)
    }
  }

  /// Ends what no page waits for, and frees what only saves time, when no page is open.
  func shrink() {
    background.interrupt()
    queue.add(.facts, key: "shrink") { [self] in
      giveUpFacts()
      shown.views = ViewShelf()
      shown.touches = TouchShelf()
      shown.stage.shrink()
      source.shrink()
      HeapMemory.trim()
    }
  }

  /// Answers with what `make` returns or throws; nil = it answers later.
  func answer(
    _ urgency: BoardQueue.Urgency, key: String? = nil, _ reply: @escaping Reply,
    _ make: @escaping @Sendable () throws -> HTTPAnswer?
  ) {
    queue.add(urgency, key: key) {
      do { if let answer = try make() { reply(answer) } } catch { reply(StudioRefusal(error).answer) }
    } overtaken: {
      reply(StudioRefusal.overtaken.answer)
    }
  }
}
