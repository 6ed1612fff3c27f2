import AfterglowCore
import AfterglowDocuments
import AfterglowKit
import AfterglowPreview
import AfterglowServer
import AfterglowTimeline
import Foundation

/// What is being compiled, and what waits for the same.
struct PendingCompile {
  struct Waiting {
    var use: @Sendable (Result<CompiledBoard, any Error>) -> Void
    /// Asks once more, where this compile was given up for another, or is of other files.
    var askAgain: @Sendable () -> Void
  }

  var order: CompileOrder
  var urgency: BoardQueue.Urgency
  var waiting: [Waiting] = []
}

// What a board shows, and what is known of it.
extension StudioBoard {
  // MARK: what has to be compiled

  /// Passes the board that shows a situation to `use`, on the board's thread: at once if it is at hand, else when it is
  /// compiled.
  ///
  /// - Parameters:
  ///   - urgency: facts are compiled in the background, and keep nothing else from being at hand.
  ///   - key: a newer job with the same key takes this one's place, unless it has begun.
  func withBoard(
    _ variation: BoardVariation, _ situation: Situation, urgency: BoardQueue.Urgency, key: String? = nil,
    _ use: @escaping @Sendable (Result<CompiledBoard, any Error>) -> Void
  ) {
    if let board = source.atHand(variation, situation) { return use(.success(board)) }
    let order: CompileOrder
    do { order = try source.order(variation, situation) } catch { return use(.failure(error)) }
    // What is less urgent may come late.
    if let place = pending.firstIndex(where: { $0.urgency <= urgency && $0.order.serves(order, situation) }) {
      pending[place].waiting.append(
        PendingCompile.Waiting(use: use) { [self] in withBoard(variation, situation, urgency: urgency, key: key, use) })
      return
    }
    pending.append(PendingCompile(order: order, urgency: urgency))
    let end: @Sendable (Result<CompiledBoard, any Error>) -> Void = { [self] made in
      use(made)
      let place = pending.firstIndex { $0.urgency == urgency && $0.order.isSame(as: order) }
      for waiting in place.map({ pending.remove(at: $0).waiting }) ?? [] {
        if made.isOvertaken || source.revision != order.revision { waiting.askAgain() } else { waiting.use(made) }
      }
    }
    let isFacts = urgency == .facts
    (isFacts ? background : work).add(urgency, key: key) { [self] in
      let made = Result { try order.compile() }
      queue.add(.frame) { [self] in
        if case .success(let board) = made { source.put(board, of: order, replaces: !isFacts) }
        end(made)
      }
      freeIfIdle()
    } overtaken: {
      end(.failure(StudioRefusal.overtaken))
    }
  }

  /// Ends all that is waited for in the background, when no page is open; on the board's thread.
  func giveUpFacts() {
    for index in pending.indices where pending[index].urgency == .facts {
      let waiting = pending[index].waiting
      pending[index].waiting = []
      for waiting in waiting { waiting.use(.failure(StudioRefusal.overtaken)) }
    }
    background.removeAll()
  }

  /// Compiles what a moving time comes to next, one at a time.
  private func prepare(_ variation: BoardVariation, _ situation: Situation) {
    guard let order = try? source.order(variation, situation), !pending.contains(where: { $0.order.isSame(as: order) })
    else { return }
    withBoard(variation, situation, urgency: .change, key: "prepared") { _ in }
  }

  // MARK: frames

  func frame(_ request: FrameRequest, _ reply: @escaping Reply) {
    answer(.frame, key: request.hurries ? request.view : nil, reply) { [self] in
      let variation = try request.variation()
      let situation = try request.situation(now: now(), traces)
      shown.views.begin(request.view, request.sequence)
      source.note(shown: situation)
      if request.hurries {
        if let board = source.atHand(variation, situation) { return try frame(request, board, situation) }
        if let board = source.nearest(variation, situation.at) {
          prepare(variation, situation)
          return try frame(request, board, situation, isProvisional: true)
        }
      }
      withBoard(variation, situation, urgency: .frame, key: "frame \(request.view)") { [self] found in
        do {
          // Who has asked for another meanwhile has that one.
          guard shown.views.isNewest(request.view, request.sequence) else { throw StudioRefusal.overtaken }
          reply(try frame(request, found.get(), situation))
        } catch {
          reply(StudioRefusal(error).answer)
        }
      }
      return nil
    }
  }

  private func frame(
    _ request: FrameRequest, _ board: CompiledBoard, _ situation: Situation, isProvisional: Bool = false
  ) throws -> HTTPAnswer {
    try show(board, situation)
    let stage = shown.stage
    let (words, base, share) = shown.views.take(stage, request)
    let header = FrameHeader(
      sequence: request.sequence, base: base, widthPx: stage.width, heightPx: stage.height,
      isProvisional: isProvisional, facts: FactsDocument(board, stage, meanLuminance: share, situation))
    return try .frame(words, header)
  }

  /// Draws a situation on the stage; on the board's thread.
  func show(_ board: CompiledBoard, _ situation: Situation) throws {
    try shown.stage.show(
      board, at: situation.at, lux: situation.lux(on: board), override: situation.mode,
      distance: situation.distanceMm, evening: situation.evening, isOccupied: situation.isOccupied)
  }

  // MARK: what is known of it

  func layout(_ request: FrameRequest, _ reply: @escaping Reply) {
    document(of: request, key: "layout \(request.view)", reply) { [self] board, situation in
      let frame = try situation.still(board)
      // In the background's thread, as all that is made of a document.
      let spoken = try self.spoken.words(of: board, frame, situation)
      return .compact(ShownDocument(board, frame, situation, spoken: spoken))
    }
  }

  func findings(_ request: FrameRequest, _ reply: @escaping Reply) {
    document(of: request, key: "findings \(request.view)", reply) { [background] board, situation in
      .compact(try FindingsDocument(board, at: situation.at, step: background.check))
    }
  }

  /// The whole frame as a file, the same as `afterglow render` writes.
  func picture(_ request: FrameRequest, _ reply: @escaping Reply) {
    document(of: request, key: nil, reply) { board, situation in
      var answer = HTTPAnswer(200)
      answer.contentType = "image/png"
      answer.body = try situation.still(board).picture.png()
      return answer
    }
  }

  /// The day of e-paper's glass, from the instant on.
  func paper(_ request: FrameRequest, _ reply: @escaping Reply) {
    document(of: request, key: "paper \(request.view)", reply) { [id] board, situation in
      guard board.record.isEmissive == 0 else { throw StudioRefusal(404, "\(id) is not e-paper") }
      return .compact(try PaperDocument(board, at: situation.at, lux: situation.lux(on: board)))
    }
  }

  /// A picture of what a change would look like.
  func trial(_ request: TrialRequest, _ rights: StudioRights, _ reply: @escaping Reply) {
    queue.add(.facts) { [self] in
      do {
        let situation = try request.frame.situation(now: now(), traces)
        let order = try editing.trial(source, request, at: situation.at, rights)
        background.add(.facts) {
          do { reply(try Self.picture(request, order.compile(), situation)) } catch {
            reply(StudioRefusal(error).answer)
          }
          self.freeIfIdle()
        } overtaken: {
          reply(StudioRefusal.overtaken.answer)
        }
      } catch {
        reply(StudioRefusal(error).answer)
      }
    }
  }

  /// Returns what compiling and checking have freed, once nothing waits for it.
  private func freeIfIdle() { if !work.hasAny && !background.hasAny { HeapMemory.trim() } }

  private static func picture(
    _ request: TrialRequest, _ board: CompiledBoard, _ situation: Situation
  ) throws -> HTTPAnswer {
    var picture = try situation.settled(on: board).still(board).picture
    if let frame = request.widget.flatMap({ board.slotFramesPx[$0] }) { picture = picture.cropped(to: frame) }
    var answer = HTTPAnswer(200)
    answer.contentType = "image/png"
    answer.body = try picture.reduced(toSide: TrialRequest.maximumSidePx).png()
    return answer
  }

  /// Answers with what `make` has of the board, after all frames that are waited for.
  private func document(
    of request: FrameRequest, key: String?, _ reply: @escaping Reply,
    _ make: @escaping @Sendable (CompiledBoard, Situation) throws -> HTTPAnswer
  ) {
    let refuse: @Sendable (any Error) -> Void = { reply(StudioRefusal($0).answer) }
    queue.add(.facts, key: key) { [self] in
      do {
        let situation = try request.situation(now: now(), traces)
        withBoard(try request.variation(), situation, urgency: .facts, key: key) { [self] found in
          let board: CompiledBoard
          do { board = try found.get() } catch { return refuse(error) }
          background.add(.facts, key: key) { [self] in
            do { reply(try make(board, situation.settled(on: board))) } catch { refuse(error) }
            freeIfIdle()
          } overtaken: {
            refuse(StudioRefusal.overtaken)
          }
        }
      } catch { refuse(error) }
    } overtaken: {
      refuse(StudioRefusal.overtaken)
    }
  }

  func timeline(_ query: [String: String], _ reply: @escaping Reply) throws {
    let (from, to) = try (FrameRequest.instant(query["from"] ?? ""), FrameRequest.instant(query["to"] ?? ""))
    let evening = try query["trace"].flatMap(Int.init).map {
      LuxEvening(try traces.file($0), from: try FrameRequest.instant(query["traceFrom"] ?? ""))
    }
    guard from < to, to.milliseconds - from.milliseconds <= Self.longestTimelineMs else {
      throw StudioRefusal(400, "expected a stretch of up to 100 days")
    }
    queue.add(.facts) { [self] in
      let now = Instant.now
      withBoard(BoardVariation(), Situation(at: now), urgency: .facts) { [self] present in
        withBoard(BoardVariation(), Situation(at: from, .near), urgency: .facts) { [self] beginning in
          let boards: (beginning: CompiledBoard, present: CompiledBoard)
          do { boards = try (beginning.get(), present.get()) } catch { return reply(StudioRefusal(error).answer) }
          background.add(.facts) {
            do {
              reply(
                .compact(
                  try BoardTimelineDocument(
                    from..<to, beginning: boards.beginning, now: boards.present, at: now, evening: evening)))
            } catch {
              reply(StudioRefusal(error).answer)
            }
          } overtaken: {
            reply(StudioRefusal.overtaken.answer)
          }
        }
      }
    }
  }

  private static let longestTimelineMs: Int64 = 100 * 86_400_000
}

extension StudioRefusal {
  /// A newer request has taken the place of this one: there is nothing to say, and nothing is wrong.
  static let overtaken = StudioRefusal(204, "")
}

extension Result where Success == CompiledBoard, Failure == any Error {
  /// Whether it was given up for another one.
  fileprivate var isOvertaken: Bool {
    guard case .failure(let refusal as StudioRefusal) = self else { return false }
    return refusal.status == StudioRefusal.overtaken.status
  }
}
