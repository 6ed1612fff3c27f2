import AfterglowCore
import AfterglowPreview
import AfterglowServer
import Foundation

/// The description that follows the words of a touched panel's frame.
private struct TouchHeader: Encodable {
  var sequence: Int
  /// The frame that the words change; null = they are a whole one.
  var base: Int?
  var widthPx: Int
  var heightPx: Int
  var isProvisional = false
  var facts: FactsDocument
  /// A line for each effect of the request's steps.
  var effects: [String]
  /// When the panel changes by itself, in ms since it was drawn; null = not within a day.
  var next: Int64?
}

// Hands of pages on the panel.
extension StudioBoard {
  /// Follows a page's hand on a panel, and answers with the panel's frame. Nothing that a touch asks for is performed.
  func touch(_ request: TouchRequest, _ reply: @escaping Reply) {
    answer(.frame, reply) { [self] in
      let steps = try request.handSteps()
      let frame = request.frame
      guard !frame.view.isEmpty else { throw StudioRefusal(400, "expected the name of a view") }
      guard request.begins else {
        shown.views.begin(frame.view, frame.sequence)
        return try follow(steps, request)
      }
      let variation = try frame.variation()
      let situation = try frame.situation(now: now(), traces)
      withBoard(variation, situation, urgency: .frame, key: "touch \(frame.view)") { [self] found in
        do {
          let board = try found.get()
          try begin(request, board, situation.settled(on: board))
          shown.views.begin(frame.view, frame.sequence)
          reply(try follow(steps, request))
        } catch {
          reply(StudioRefusal(error).answer)
        }
      }
      return nil
    }
  }

  /// Draws a panel for a page's hand.
  private func begin(_ request: TouchRequest, _ board: CompiledBoard, _ situation: Situation) throws {
    let room = TouchStage.Room(
      lux: situation.lux(on: board), override: situation.mode, distance: situation.distanceMm,
      isOccupied: situation.isOccupied)
    let stage = try TouchStage(board, at: situation.at, in: room)
    shown.touches.add(
      TouchShelf.Touched(
        view: request.frame.view, number: request.panel, revision: source.revision, board: board,
        situation: situation, stage: stage))
  }

  private func follow(_ steps: [HandStep], _ request: TouchRequest) throws -> HTTPAnswer {
    guard let touched = shown.touches.find(request.frame.view, request.panel, revision: source.revision) else {
      throw StudioRefusal(410, "This panel is not touched any more; it is drawn anew with the next touch.")
    }
    let stage = touched.stage
    let effects = try stage.follow(steps, untilMs: request.until)
    let (words, base, share) = shown.views.take(stage, request.frame)
    var situation = touched.situation
    situation.at = stage.instant
    let lines = TouchWords(source.content.folder)
    let header = TouchHeader(
      sequence: request.frame.sequence, base: base, widthPx: stage.width, heightPx: stage.height,
      facts: FactsDocument(touched.board, stage, meanLuminance: share, situation),
      effects: effects.map(lines.line), next: stage.nextMs)
    return try .frame(words, header)
  }
}
