import AfterglowCore
import AfterglowDocuments
import AfterglowPreview
import AfterglowServer
import AfterglowTimeline
import Foundation

/// A board of the studio: its folder, and what pages are shown of it. All work is done on its own thread; the answers go
/// to the requests that wait for them.
final class StudioBoard: @unchecked Sendable {
  typealias Reply = @Sendable (HTTPAnswer) -> Void

  let id: String
  private let queue: BoardQueue
  // Of the board's thread.
  private let source: StudioSource
  private var views = ViewShelf()
  private var editing = SceneEditing()

  init(id: String, argument: String) throws {
    self.id = id
    source = try StudioSource(argument)
    queue = BoardQueue("board \(id)")
  }

  /// Does what takes longest before the first page asks for it: fonts are read, and content is compiled.
  func warm() { queue.add(.facts) { [self] in _ = try? source.board(BoardVariation(), Situation(at: .now)) } }

  /// For the page's start.
  func describe(_ reply: @escaping @Sendable (BoardDocument) -> Void) {
    queue.add(.frame) { [self] in reply(BoardDocument(id: id, source)) }
  }

  // MARK: the scene

  func scene(_ reply: @escaping Reply) {
    answer(.change, reply) { [self] in .compact(sceneDocument()) }
  }

  private func sceneDocument() -> SceneDocument {
    var document = SceneDocument(source, try? source.board(BoardVariation(), Situation(at: .now)))
    (document.canUndo, document.canRedo) = editing.state(source)
    return document
  }

  /// What a page does to the scene.
  enum Action {
    case edit, undo, redo
  }

  /// - Parameter changed: gets the new revision after the answer.
  func change(
    _ action: Action, _ request: EditRequest, _ rights: StudioRights, _ reply: @escaping Reply,
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
        reply(.compact(sceneDocument()))
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

  func widgetPicture(_ kind: String, _ family: String, _ query: [String: String], _ reply: @escaping Reply) {
    answer(.facts, reply) { [self] in
      guard let board = source.content.folder else { throw Failure(source.content.problems) }
      var answer = HTTPAnswer(200)
      answer.contentType = "image/png"
      answer.body = try GalleryDocument.picture(of: kind, family, appearance: query["appearance"], in: board)
      return answer
    }
  }

  func form(of widget: String?, _ rights: StudioRights, _ reply: @escaping Reply) {
    // In order with changes, one of which may remove the widget.
    answer(.change, reply) { [self] in
      guard let board = source.content.folder else { throw Failure(source.content.problems) }
      let value = try YAMLEditor(bytes: source.sceneBytes, file: source.scenePath).value()
      if let widget { return .compact(try FormDocument(of: widget, in: board, value, rights)) }
      return .compact(FormDocument(of: board, value, rights))
    }
  }

  func files(matching query: String, _ kind: String, _ reply: @escaping Reply) {
    answer(.facts, reply) { [self] in .compact(FoundItem.files(in: source.folder, matching: query, kind)) }
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

  /// Frees what only saves time, when no page is open.
  func shrink() {
    queue.add(.facts, key: "shrink") { [self] in
      views = ViewShelf()
      source.shrink()
      HeapMemory.trim()
    }
  }

  /// Answers with what `make` returns or throws.
  private func answer(
    _ urgency: BoardQueue.Urgency, key: String? = nil, _ reply: @escaping Reply,
    _ make: @escaping @Sendable () throws -> HTTPAnswer
  ) {
    queue.add(urgency, key: key) {
      do { reply(try make()) } catch { reply(StudioRefusal(error).answer) }
    } overtaken: {
      reply(StudioRefusal(409, "a newer request has taken the place of this one").answer)
    }
  }

  // MARK: frames

  func frame(_ request: FrameRequest, _ reply: @escaping Reply) {
    answer(.frame, key: request.view, reply) { [self] in try frame(request) }
  }

  private func frame(_ request: FrameRequest) throws -> HTTPAnswer {
    let (board, frame, situation) = try draw(request)
    let tiles = FrameTiles(frame.picture, since: views.picture(request.view, request.base))
    views.keep(frame.picture, request.view, request.sequence)
    let header = FrameHeader(
      sequence: request.sequence, widthPx: frame.picture.width, heightPx: frame.picture.height,
      tiles: tiles.rects.map(FrameDocument.init), facts: FactsDocument(board, frame, situation))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let text = try encoder.encode(header)
    var answer = HTTPAnswer(200)
    answer.contentType = "application/octet-stream"
    answer.body = withUnsafeBytes(of: UInt32(text.count).littleEndian) { Array($0) } + text + tiles.bytes
    return answer
  }

  // MARK: what is known of it

  func layout(_ request: FrameRequest, _ reply: @escaping Reply) {
    answer(.facts, key: "layout \(request.view)", reply) { [self] in
      let (board, frame, situation) = try draw(request)
      return .compact(ShownDocument(board, frame, situation))
    }
  }

  func findings(_ request: FrameRequest, _ reply: @escaping Reply) {
    answer(.facts, key: "findings \(request.view)", reply) { [self] in
      let situation = try request.situation(now: .now)
      return .compact(try FindingsDocument(source.board(request.variation(), situation), at: situation.at))
    }
  }

  func timeline(_ query: [String: String], _ reply: @escaping Reply) throws {
    func instant(_ key: String) throws -> Instant {
      guard let ms = query[key].flatMap(ISO8601.instantMilliseconds) else {
        throw StudioRefusal(400, "expected an instant for \(key)")
      }
      return Instant(milliseconds: ms)
    }
    let (from, to) = try (instant("from"), instant("to"))
    guard from < to, to.milliseconds - from.milliseconds <= Self.longestTimelineMs else {
      throw StudioRefusal(400, "expected a stretch of up to 100 days")
    }
    answer(.facts, reply) { [self] in
      let now = Instant.now
      var (beginning, middle) = (Situation(at: from), Situation(at: max(from, now)))
      beginning.content = .near
      if from > now { middle.content = .near }
      let past = from < now ? try source.board(BoardVariation(), beginning) : nil
      let board = try source.board(BoardVariation(), middle)
      return .compact(try BoardTimelineDocument(from..<to, past: past, board, from: now))
    }
  }

  private static let longestTimelineMs: Int64 = 100 * 86_400_000

  /// The whole frame as a file, the same as `afterglow render` writes.
  func picture(_ request: FrameRequest, _ reply: @escaping Reply) {
    answer(.facts, reply) { [self] in
      var answer = HTTPAnswer(200)
      answer.contentType = "image/png"
      answer.body = try draw(request).frame.picture.png()
      return answer
    }
  }

  private func draw(_ request: FrameRequest) throws -> (board: CompiledBoard, frame: StillFrame, Situation) {
    let situation = try request.situation(now: .now)
    let board = try source.board(request.variation(), situation)
    let frame = try StillFrame(
      board, at: situation.at, lux: situation.lux ?? board.constantLight, override: situation.mode,
      distance: situation.distanceMm)
    return (board, frame, situation)
  }
}

/// The pictures that pages show, of which they are sent the differences.
struct ViewShelf {
  private var views: [(name: String, sequence: Int, picture: PanelPicture)] = []
  /// A picture of 1080p has 8 MB; pages beyond these get whole frames.
  private static let maximumCount = 3

  func picture(_ view: String, _ sequence: Int?) -> PanelPicture? {
    views.first { $0.name == view && $0.sequence == sequence }?.picture
  }

  mutating func keep(_ picture: PanelPicture, _ view: String, _ sequence: Int) {
    views.removeAll { $0.name == view }
    if view.isEmpty { return }
    views.append((view, sequence, picture))
    if views.count > Self.maximumCount { views.removeFirst() }
  }
}
