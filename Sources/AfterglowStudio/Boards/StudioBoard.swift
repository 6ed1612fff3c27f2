import AfterglowCore
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

  init(id: String, argument: String) throws {
    self.id = id
    source = try StudioSource(argument)
    queue = BoardQueue("board \(id)")
    // The first page finds what takes longest: fonts are read, and content is compiled.
    queue.add(.facts) { [self] in _ = try? source.board(BoardVariation(), Situation(at: .now)) }
  }

  /// For the page's start.
  func describe(_ reply: @escaping @Sendable (BoardDocument) -> Void) {
    queue.add(.frame) { [self] in reply(BoardDocument(id: id, source)) }
  }

  // MARK: the scene

  func scene(_ reply: @escaping Reply) {
    answer(.change, reply) { [self] in .compact(sceneDocument()) }
  }

  private func sceneDocument() -> SceneDocument {
    SceneDocument(source, try? source.board(BoardVariation(), Situation(at: .now)))
  }

  // MARK: files

  /// What must be watched.
  func files(_ reply: @escaping @Sendable ([String]) -> Void) {
    queue.add(.frame) { [self] in reply(source.watchedFiles) }
  }

  /// A file has changed.
  ///
  /// - Parameter done: gets the new revision and the files to watch.
  func reread(_ done: @escaping @Sendable (_ revision: Int, _ files: [String]) -> Void) {
    queue.add(.frame) { [self] in
      source.reread()
      done(source.revision, source.watchedFiles)
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
